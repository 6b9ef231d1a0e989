/** Announces the title of a new page to screen readers; the first page is not announced. */
export function LiveTitle({ title }: { title: string | undefined }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}
