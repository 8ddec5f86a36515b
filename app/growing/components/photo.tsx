import type { Photo, PhotoFormat } from '../../../upstream/contract/growing-photos';
import { Time } from '../../ui/time';

/** Photos beside each other, as many as fit. */
export function Photos({ photos }: { photos: Photo[] }) {
  return (
    <div className="grid">
      {photos.map((photo) => (
        <PhotoFigure key={photo.id} photo={photo} />
      ))}
    </div>
  );
}

/** About the width of a column. */
const sizes = '(min-width: 64em) 20rem, (min-width: 30em) 50vw, 100vw';

/** The browser takes the first format that it knows, in the width that it needs. */
function PhotoFigure({ photo }: { photo: Photo }) {
  const { id, alt, caption, taken_on, widths, width, height } = photo;
  const addressOf = (wide: number, format: PhotoFormat) => `/growing/photo/${id}/${wide}.${format}`;
  const setOf = (format: PhotoFormat) => widths.map((wide) => `${addressOf(wide, format)} ${wide}w`).join(', ');
  const [smallest = width] = widths;
  const largest = widths.at(-1) ?? width;
  return (
    <figure className="w4 stack stack-s">
      <picture>
        <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />
        <img
          className="pic"
          src={addressOf(widths[1] ?? smallest, 'jpeg')}
          srcSet={setOf('jpeg')}
          sizes={sizes}
          width={largest}
          height={Math.round((largest * height) / width)}
          alt={alt}
          loading="lazy"
        />
      </picture>
      <figcaption className="small muted">
        <Time at={taken_on} format="date" />
        {caption && `, ${caption}`}
      </figcaption>
    </figure>
  );
}
