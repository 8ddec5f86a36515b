/** The guests' picture: furrows to the horizon, above their card. It lies in the sprite, so that it is sent once. */
export function Acre() {
  return (
    <svg className="acre" aria-hidden="true" focusable="false">
      <use href="/icons.svg#i-acre" />
    </svg>
  );
}
