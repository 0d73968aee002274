/**
 * The page's inline script: the same bytes on every page, so that one hash admits it. It loads the
 * viewer and the spec at the same time, hands the page's `key` on, and says so when either fails.
 */
export const PAGE_SCRIPT = `(function () {
  'use strict';
  var page = JSON.parse(document.getElementById('dtospec-config').textContent);
  var key = new URLSearchParams(location.search).get('key');
  // The viewer's validator tries at start whether code can be made from strings. The policy forbids
  // that, and would report it; this says no before the policy is asked.
  var NativeFunction = window.Function;
  window.Function = function () { throw new EvalError('The page makes no code from strings.'); };
  window.Function.prototype = NativeFunction.prototype;

  function withKey(path) {
    var url = new URL(path, location.href);
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
  function loadViewer() {
    return new Promise(function (resolve, reject) {
      var script = document.createElement('script');
      script.src = page.viewer.source === 'local' ? withKey(page.viewer.url) : page.viewer.url;
      if (page.viewer.source !== 'local') script.crossOrigin = 'anonymous';
      if (page.viewer.integrity) script.integrity = page.viewer.integrity;
      script.onload = resolve;
      script.onerror = function () {
        reject(new Error('The interactive viewer could not be loaded from ' + new URL(page.viewer.url, location.href).host + '. It may be blocked, or this version of it may not exist.'));
      };
      document.head.appendChild(script);
    });
  }
  function show(results) {
    var options = Object.assign({}, page.options, { content: results[0] });
    if (!window.Scalar || !window.Scalar.createApiReference) throw new Error('What was loaded from ' + new URL(page.viewer.url, location.href).host + ' is not the viewer.');
    window.Scalar.createApiReference('#dtospec-viewer', options);
    document.documentElement.dataset.state = 'shown';
  }
  function start() {
    document.querySelectorAll('a[data-raw]').forEach(function (link) {
      link.href = withKey(link.getAttribute('href'));
    });
    Promise.all([spec, viewer]).then(show).catch(function (error) {
      fail(error && error.message ? error.message : String(error));
    });
  }
  var spec = loadSpec();
  var viewer = loadViewer();
  spec.catch(function () {});
  viewer.catch(function () {});
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();`;
