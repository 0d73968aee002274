/** Milliseconds before the page also tries the next viewer. */
const PATIENCE = 6000;

/** Milliseconds before the page reports that the last viewer did not load. If it loads later, it is still shown. */
const LAST_PATIENCE = 30_000;

/**
 * The page's inline script. It is the same on every page, so that one hash allows it. It loads viewer and document in
 * parallel, tries the next viewer if one fails, adds the page's `key` to requests, and reports problems.
 */
export const PAGE_SCRIPT = `(function () {
  'use strict';
  var page = JSON.parse(document.getElementById('dtospec-config').textContent);
  var base = new URL(location.href);
  var key = base.searchParams.get('key');
  if (page.isFolder && base.pathname.slice(-1) !== '/') {
    base.pathname += '/';
    // What the viewer resolves against the page's address is then resolved as the server means it.
    try { history.replaceState(history.state, '', base.href); } catch (error) {}
  }
  // The viewer's validator tries at start whether code can be made from strings. The policy forbids
  // that, and would report it; this says no before the policy is asked.
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
        else reject(new Error(say('notTheViewer', 'host', host)));
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
  function loadViewer(viewers, problems) {
    var viewer = viewers[0], rest = viewers.slice(1);
    return new Promise(function (resolve, reject) {
      var tried = false;
      function next(error) {
        if (tried) return;
        tried = true;
        problems.push(error.message);
        if (rest.length > 0) loadViewer(rest, problems).then(resolve, reject);
        else reject(new Error(problems.join(' ')));
      }
      Promise.all([loadScript(viewer), loadStyle(viewer)]).then(resolve, next);
      if (rest.length > 0) setTimeout(function () { next(silence(viewer)); }, ${PATIENCE});
      else setTimeout(function () {
        if (!tried && document.documentElement.dataset.state !== 'shown') fail(problems.concat(silence(viewer).message).join(' '));
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
