// Runs the preloaded reader script after the server-rendered page has been painted. A hidden page is never painted,
// so the script starts at once there.
(function () {
  var entry = document.getElementById('reader-entry').href;
  function start() {
    void import(entry);
  }
  if (document.hidden) start();
  else
    requestAnimationFrame(function () {
      setTimeout(start);
    });
})();
