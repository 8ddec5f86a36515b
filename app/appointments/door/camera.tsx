import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { useLatest } from '../../ui/use-latest';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const LOOK_EVERY_MS = 200;

/** Reads QR codes by the camera, where the browser can: it has a detector of its own. Otherwise nothing is shown. */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation('door');
  const [isPossible, setPossible] = useState(false);
  const [isOn, setOn] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const latest = useLatest(onCode);
  useEffect(() => setPossible(detectorClass() !== undefined && 'mediaDevices' in navigator), []);
  useEffect(() => {
    const picture = video.current;
    const Detector = detectorClass();
    if (!isOn || !picture || !Detector) return;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const detector = new Detector({ formats: ['qr_code'] });
    const look = async () => {
      // A frame that cannot be read is followed by the next one.
      const codes = await detector.detect(picture).catch(() => []);
      if (isGone) return;
      if (codes[0]) latest.current(codes[0].rawValue);
      timer = setTimeout(look, LOOK_EVERY_MS);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isGone) return stop(stream);
      picture.srcObject = stream;
      await picture.play();
      look();
    };
    start().catch(() => {
      if (isGone) return;
      setRefused(true);
      setOn(false);
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop(stream);
    };
  }, [isOn, latest]);
  if (!isPossible) return null;
  return (
    <div className="stack stack-s">
      {isOn ? <video ref={video} className="pic" muted playsInline aria-label={t('camera.picture')} /> : null}
      <div>
        <Button
          kind="second"
          type="button"
          icon="phone"
          onClick={() => {
            setRefused(false);
            setOn(!isOn);
          }}
        >
          {t(isOn ? 'camera.stop' : 'camera.start')}
        </Button>
      </div>
      {isRefused ? (
        <p className="small" role="status">
          {t('camera.refused')}
        </p>
      ) : null}
    </div>
  );
}

function stop(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
