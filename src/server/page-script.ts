/** Milliseconds that a viewer has before the next one is tried beside it. */
const PATIENCE = 6000;

/** Milliseconds after which the page says that the last viewer has not come; if it still does, it is shown. */
const LAST_PATIENCE = 30_000;

/**
 * The page's inline script: the same bytes on every page, so that one hash admits it. It loads the
 * viewer and the spec at the same time, tries the next viewer where one fails, hands the page's
 * `key` on, and says so when nothing can be shown.
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
  function fail(message) {
    document.getElementById('dtospec-problem').textContent = message;
    document.documentElement.dataset.state = 'failed';
  }
  function loadSpec() {
    return fetch(withKey(page.spec), { credentials: 'same-origin' }).then(function (response) {
      if (!response.ok) throw new Error('The server answered ' + response.status + ' to the request for the API description.');
      return response.text();
    }, function () {
      throw new Error('The API description could not be fetched from this server.');
    });
  }
  function loadScript(viewer) {
    var host = new URL(viewer.url, base).host;
    return new Promise(function (resolve, reject) {
      var script = document.createElement('script');
      script.src = viewer.source === 'local' ? withKey(viewer.url) : viewer.url;
      if (viewer.source !== 'local') script.crossOrigin = 'anonymous';
      if (viewer.integrity) script.integrity = viewer.integrity;
      script.onload = function () {
        if (window.Scalar && window.Scalar.createApiReference) resolve();
        else reject(new Error('What was loaded from ' + host + ' is not the viewer, or older than its version 1.27.'));
      };
      script.onerror = function () {
        reject(new Error('The interactive viewer could not be loaded from ' + host + ': it may be blocked, or this version of it may not exist.'));
      };
      document.head.appendChild(script);
    });
  }
  function silence(viewer) {
    return new Error('The interactive viewer does not come from ' + new URL(viewer.url, base).host + ': it does not answer.');
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
      loadScript(viewer).then(resolve, next);
      if (rest.length > 0) setTimeout(function () { next(silence(viewer)); }, ${PATIENCE});
      else setTimeout(function () {
        if (!tried && document.documentElement.dataset.state !== 'shown') fail(problems.concat(silence(viewer).message).join(' '));
      }, ${LAST_PATIENCE});
    });
  }
  function show(results) {
    window.Scalar.createApiReference('#dtospec-viewer', Object.assign({}, page.options, { content: results[0] }));
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
