// Loaded only by documents with a banner, directly after it, so that a banner that was closed on this device is
// removed before the first paint. Full-height screens reserve its height through --banner.
(function () {
  var root = document.documentElement;
  var banner = document.getElementById('site-banner');
  var labels = JSON.parse(banner.dataset.labels);
  var closed = null;
  try {
    closed = localStorage.getItem('octavo.banner');
  } catch {
    // Storage can be blocked; the banner then appears again on the next page.
  }
  if (closed === banner.dataset.key) {
    banner.remove();
    return;
  }
  var close = document.createElement('button');
  close.type = 'button';
  banner.append(close);
  function speak() {
    var words = labels[root.lang.toLowerCase()] || labels.en;
    banner.setAttribute('aria-label', words.name);
    close.textContent = words.close;
  }
  function measure() {
    root.style.setProperty('--banner', banner.offsetHeight + 'px');
  }
  speak();
  var spoken = new MutationObserver(speak);
  spoken.observe(root, { attributeFilter: ['lang'] });
  var measured = new ResizeObserver(measure);
  measured.observe(banner);
  close.addEventListener('click', function () {
    try {
      localStorage.setItem('octavo.banner', banner.dataset.key);
    } catch {
      // Storage is blocked: the banner stays closed in this document only.
    }
    spoken.disconnect();
    measured.disconnect();
    banner.remove();
    root.style.removeProperty('--banner');
  });
})();
