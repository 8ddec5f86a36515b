const SWATCHES = [
  'paper sheet well line line-2 ink-2 ink leaf-tint leaf leaf-2 field',
  'ochre-tint ochre-mark ochre brick-tint brick slate-tint slate focus',
]
  .join(' ')
  .split(' ');

export function Colour() {
  return (
    <ul className="swatches">
      {SWATCHES.map((name) => (
        <li key={name}>
          <span className={`sw sw-${name}`} />
          <span className="ref">{name}</span>
        </li>
      ))}
    </ul>
  );
}

export function Type() {
  return (
    <div className="stack">
      <p className="t-4xl num">2.481,36 €</p>
      <p className="t-3xl" lang="de">
        Jahreshauptversammlung
      </p>
      <p className="t-2xl" lang="de">
        Verfügbares Guthaben
      </p>
      <p className="t-xl">Open orders and withdrawals</p>
      <h3>Small heading in the text face</h3>
      <p className="measure">
        Body text is 16 px on a 24 px line, at most 40 rem wide.{' '}
        <span lang="de">Rechtsschutzversicherungsgesellschaften brechen sauber um, auch auf 320 px.</span>
      </p>
      <p className="note">Notes, strains and captions are set in the serif’s italic.</p>
      <p className="small muted">Small text, 14 px, for dates and explanations.</p>
      <p>
        <span className="ref">OR-7K2M9QPX4</span> labels are monospaced, <span className="num">1.111,11 €</span> figures
        tabular.
      </p>
    </div>
  );
}
