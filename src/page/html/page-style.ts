const DARK = '--ink:#ececf1;--dim:#a0a1ad;--line:#2f2f38;--back:#0f0f13;--card:#17171d;--accent:#b5a3ff';

/**
 * Styles of the page before the viewer is shown, and for browsers without scripts. They hide the link to the viewer's
 * maker.
 */
export const PAGE_STYLE = `
:root{--ink:#1b1b1f;--dim:#5e5f6b;--line:#e4e4ea;--back:#fff;--card:#fafafc;--accent:#5b3fd6}
:root[data-theme=dark]{${DARK}}
:root[data-theme=dark]:not([data-state=shown]){color-scheme:dark}
@media (prefers-color-scheme:dark){html:not([data-theme]){${DARK}}html:not([data-theme]):not([data-state=shown]){color-scheme:dark}}
body{margin:0}
html:not([data-state=shown]){background:var(--back)}
.dtospec-front{box-sizing:border-box;min-height:100vh;display:flex;align-items:center;justify-content:center;padding:24px;color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.dtospec-front main{width:100%;max-width:480px;text-align:center}
.dtospec-front h1{margin:0 0 8px;font-size:26px;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
.dtospec-front p{margin:0 0 16px;color:var(--dim);overflow-wrap:anywhere}
.dtospec-front a{color:var(--accent)}
.dtospec-progress{height:3px;width:160px;margin:20px auto;border-radius:3px;overflow:hidden;background:var(--line)}
.dtospec-progress::after{content:"";display:block;height:100%;width:40%;border-radius:3px;background:var(--accent);animation:dtospec-slide 1.1s ease-in-out infinite alternate}
@keyframes dtospec-slide{from{transform:translateX(0)}to{transform:translateX(150%)}}
@keyframes dtospec-appear{to{opacity:1}}
.dtospec-slow{opacity:0;animation:dtospec-appear .4s 6s forwards}
.dtospec-front .dtospec-failed{display:none;padding:32px;border:1px solid var(--line);border-radius:14px;background:var(--card);text-align:left}
.dtospec-failed h1{font-size:20px}
.dtospec-failed .dtospec-name{margin:0 0 4px;color:var(--accent);font-size:14px;font-weight:600}
.dtospec-failed ul{margin:0;padding:0;list-style:none;display:flex;gap:10px;flex-wrap:wrap}
.dtospec-failed li a{display:block;padding:8px 14px;border:1px solid var(--line);border-radius:8px;background:var(--back);text-decoration:none;font-weight:500}
.dtospec-failed li a:hover,.dtospec-failed li a:focus-visible{border-color:var(--accent)}
[data-state=failed] .dtospec-front .dtospec-failed{display:block}
[data-state=failed] .dtospec-loading,[data-state=shown] .dtospec-front{display:none}
html:has(.dtospec-bar){--scalar-custom-header-height:44px;scroll-padding-top:44px}
.dtospec-bar{box-sizing:border-box;position:sticky;top:0;z-index:20;display:flex;gap:12px;align-items:center;height:44px;padding:0 12px;background:var(--scalar-background-1,var(--back));border-bottom:1px solid var(--scalar-border-color,var(--line));font:500 14px/1 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.dtospec-documents{flex:auto;display:flex;gap:4px;min-width:0;overflow-x:auto}
.dtospec-bar a,.dtospec-bar button{flex:none;padding:8px 12px;border-radius:8px;color:var(--scalar-color-2,var(--dim));text-decoration:none}
.dtospec-bar a:hover,.dtospec-bar a:focus-visible,.dtospec-bar button:hover,.dtospec-bar button:focus-visible{color:var(--scalar-color-1,var(--ink))}
.dtospec-bar a[aria-current]{background:var(--scalar-background-2,var(--card));color:var(--scalar-color-1,var(--ink))}
.dtospec-bar a:has(img){padding:0}
.dtospec-logo{display:block;max-height:28px}
.dtospec-sign-out{flex:none;margin:0 0 0 auto}
.dtospec-sign-out button{border:0;background:none;font:inherit;cursor:pointer}
#dtospec-viewer a.no-underline[href="https://www.scalar.com"],#dtospec-viewer a[href="https://redocly.com/redoc/"]{display:none}
@media (prefers-reduced-motion:reduce){.dtospec-progress::after{animation:none;width:100%}}
`.trim();

export function themeAttribute(isDark: boolean | undefined): string {
  return isDark === undefined ? '' : ` data-theme="${isDark ? 'dark' : 'light'}"`;
}
