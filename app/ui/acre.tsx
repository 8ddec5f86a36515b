/**
 * The picture above the card on guest pages: furrows to the horizon. It is in the sprite, so a browser loads it once.
 */
export function Acre() {
  return (
    <svg className="acre" aria-hidden="true">
      <use href="/icons.svg#i-acre" />
    </svg>
  );
}
