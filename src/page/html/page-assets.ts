const DARK = '--ink:#ececf1;--dim:#a0a1ad;--line:#2f2f38;--back:#0f0f13;--card:#17171d;--accent:#b5a3ff';

/**
 * Styles of the page before the viewer is shown, and for browsers without scripts. They hide the link to the
 * viewer's maker.
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

/**
 * The link of the current operation in the dark purple theme. The theme's own colour has a contrast of 3.7:1;
 * WCAG 2.2, 1.4.3 requires 4.5:1.
 */
export const CONTRAST = '.dark-mode aside{--scalar-sidebar-color-active:#9aa8f5}';

export function themeAttribute(isDark: boolean | undefined): string {
  return isDark === undefined ? '' : ` data-theme="${isDark ? 'dark' : 'light'}"`;
}

/** Milliseconds before the page also tries the next viewer. */
const PATIENCE = 6000;

/**
 * Milliseconds before the page reports that the last viewer
 * did not load. If it loads later, it is still shown.
 */
const LAST_PATIENCE = 30_000;

/**
 * The page's inline script. It is the same on every page, so that one hash
 * allows it. It loads viewer and document in parallel, tries the next viewer
 * if one fails, adds the page's `key` to requests, and reports problems.
 */
export const PAGE_SCRIPT = `(function () {
  'use strict';
  var page = JSON.parse(document.getElementById('dtospec-config').textContent);
  var base = new URL(location.href);
  var key = base.searchParams.get('key');
  if (page.isFolder && base.pathname.slice(-1) !== '/') {
    base.pathname += '/';
    // Then the viewer resolves references against the address that the server means.
    try { history.replaceState(history.state, '', base.href); } catch (error) {}
  }
  // The viewer's validator tries at start whether code can be made from strings. The policy forbids
  // that, and would report it; this refuses before the policy is asked.
  var NativeFunction = window.Function;
  window.Function = function () { throw new EvalError('The page makes no code from strings.'); };
  window.Function.prototype = NativeFunction.prototype;

  function withKey(path) {
    var url = new URL(path, base);
    if (key !== null) url.searchParams.set('key', key);
    return url.href;
  }
  function say(text, word, value) {
    return page.texts[text].split('{' + word + '}').join(value);
  }
  var kinds = {
    scalar: {
      isThere: function () { return window.Scalar && window.Scalar.createApiReference; },
      start: function (element, options, text) { window.Scalar.createApiReference('#' + element.id, Object.assign({}, options, { content: text })); }
    },
    'swagger-ui': {
      isThere: function () { return window.SwaggerUIBundle; },
      start: function (element, options, text) {
        var theme = document.documentElement.dataset.theme;
        var isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        if (isDark) document.documentElement.classList.add('dark-mode');
        window.SwaggerUIBundle(Object.assign({}, options, { domNode: element, spec: JSON.parse(text) }));
      }
    },
    redoc: {
      isThere: function () { return window.Redoc && window.Redoc.init; },
      start: function (element, options, text) { window.Redoc.init(JSON.parse(text), options, element); }
    }
  };
  var kind = kinds[page.viewer];
  function fail(message) {
    document.getElementById('dtospec-problem').textContent = message;
    document.documentElement.dataset.state = 'failed';
  }
  function loadSpec() {
    return fetch(withKey(page.spec), { credentials: 'same-origin' }).then(function (response) {
      if (!response.ok) throw new Error(say('documentRefused', 'status', response.status));
      return response.text();
    }, function () {
      throw new Error(page.texts.documentUnreachable);
    });
  }
  // As the text of an element, styles need no source of their own in the policy.
  function loadStyle(viewer) {
    if (!viewer.style) return Promise.resolve();
    return fetch(withKey(viewer.style), { credentials: 'same-origin' }).then(function (response) {
      return response.ok ? response.text() : '';
    }).then(function (text) {
      var style = document.createElement('style');
      style.textContent = text;
      document.head.insertBefore(style, document.getElementById('dtospec-style'));
    });
  }
  function customise(options) {
    if (!page.hasScript) return options;
    try { return window.dtospecViewerScript(options) || options; } catch (error) { throw new Error(say('viewerScriptFailed', 'reason', error)); }
  }
  function loadScript(viewer) {
    var host = new URL(viewer.url, base).host;
    return new Promise(function (resolve, reject) {
      var script = document.createElement('script');
      script.src = viewer.source === 'local' ? withKey(viewer.url) : viewer.url;
      if (viewer.source !== 'local') script.crossOrigin = 'anonymous';
      if (viewer.integrity) script.integrity = viewer.integrity;
      script.onload = function () {
        if (kind.isThere()) resolve();
        else reject(new Error(say('notTheViewer', 'host', host).split('{package}').join(page.package)));
      };
      script.onerror = function () {
        reject(new Error(say('viewerBlocked', 'host', host)));
      };
      document.head.appendChild(script);
    });
  }
  function silence(viewer) {
    return new Error(say('viewerSilent', 'host', new URL(viewer.url, base).host));
  }
  function explain(problems) {
    var isInstalled = page.viewers.some(function (viewer) { return viewer.source === 'local'; });
    return (isInstalled ? problems : problems.concat(say('viewerRemedy', 'package', page.package))).join(' ');
  }
  function loadViewer(viewers, problems) {
    var viewer = viewers[0], rest = viewers.slice(1);
    return new Promise(function (resolve, reject) {
      var tried = false;
      function next(error) {
        if (tried) return;
        tried = true;
        problems.push(error.message);
        if (rest.length > 0) loadViewer(rest, problems).then(resolve, reject);
        else reject(new Error(explain(problems)));
      }
      Promise.all([loadScript(viewer), loadStyle(viewer)]).then(resolve, next);
      if (rest.length > 0) setTimeout(function () { next(silence(viewer)); }, ${PATIENCE});
      else setTimeout(function () {
        if (!tried && document.documentElement.dataset.state !== 'shown') fail(explain(problems.concat(silence(viewer).message)));
      }, ${LAST_PATIENCE});
    });
  }
  function show(results) {
    kind.start(document.getElementById('dtospec-viewer'), customise(page.options), results[0]);
    document.documentElement.dataset.state = 'shown';
  }
  function start() {
    document.querySelectorAll('a[data-document]').forEach(function (link) {
      link.href = withKey(link.getAttribute('href'));
    });
    document.querySelectorAll('a[data-raw]').forEach(function (link) {
      link.href = withKey(page.links[link.dataset.raw]);
    });
    Promise.all([spec, viewer]).then(show).catch(function (error) {
      fail(error && error.message ? error.message : String(error));
    });
  }
  var spec = loadSpec();
  var viewer = loadViewer(page.viewers, []);
  spec.catch(function () {});
  viewer.catch(function () {});
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();`;
