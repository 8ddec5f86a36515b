import { Growth } from '../../ui/growth';
import { GrowthRow } from '../../ui/growth-row';
import { Both } from '../both';

export function GrowthSection() {
  return (
    <Both wide>
      {({ say }) => (
        <>
          <GrowthRow current="seedling" />
          <GrowthRow current="flowering" />
          <GrowthRow current="resting" />
          <div className="row">
            <span className="lost">
              <Growth stage="lost" />
            </span>
            <span className="note">
              {say(
                'Lost plants stand in the row of their room, with the day and the reason.',
                'Verlorene Pflanzen stehen in der Zeile ihres Raums, mit Tag und Grund.',
              )}
            </span>
          </div>
        </>
      )}
    </Both>
  );
}
