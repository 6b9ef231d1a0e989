// The palette's code loads after the document. Text typed after Ctrl+K in the meantime goes into a hidden field of
// the document; src/shared/palette/early-text.ts passes it to the palette.
(function () {
  function isField(target) {
    return target instanceof HTMLElement && target.id === 'early-text';
  }
  addEventListener('keydown', function (event) {
    if (isField(event.target) && !event.isComposing) {
      if (event.key === 'Enter') event.target.dataset.enter = '';
      if (event.key === 'Escape') {
        event.target.value = '';
        event.target.blur();
      }
    }
    // Once the screen has mounted, it handles Ctrl+K itself.
    if ('live' in document.documentElement.dataset) return;
    var field = document.getElementById('early-text');
    if (!field || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    field.focus({ preventScroll: true });
  });
  addEventListener('input', function (event) {
    if (isField(event.target)) delete event.target.dataset.enter;
  });
  // Moving the focus during an input method composition would break the word.
  addEventListener('compositionstart', function (event) {
    if (isField(event.target)) event.target.dataset.composing = '';
  });
  addEventListener('compositionend', function (event) {
    if (isField(event.target)) delete event.target.dataset.composing;
  });
})();
