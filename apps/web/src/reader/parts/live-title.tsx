/** Tells a screen reader which page has come; the one that was there from the start needs no word. */
export function LiveTitle({ title }: { title: string | undefined }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}
