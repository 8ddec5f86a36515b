import type { PostImage } from '../../../upstream/contract/news';
import { type PictureFormat, picturePath } from '../news-path';
import type { ListedPost } from '../posts.server';

/** About the width of the text. */
const sizes = '(min-width: 64em) 45rem, 100vw';

/** It stands above the fold, so it goes before the scripts. React 18 does not know the attribute in its own spelling. */
const FIRST = { fetchpriority: 'high' };

/** The browser takes the first format that it knows, in the width that it needs. */
export function PostFigure({ image }: { image: PostImage }) {
  const { alt, caption, widths, width, height } = image;
  const setOf = (format: PictureFormat) =>
    widths.map((wide) => `${picturePath(image, wide, format)} ${wide}w`).join(', ');
  const largest = widths.at(-1) ?? width;
  return (
    <figure className="stack stack-s">
      <picture>
        <source type="image/avif" srcSet={setOf('avif')} sizes={sizes} />
        <source type="image/webp" srcSet={setOf('webp')} sizes={sizes} />
        <img
          className="pic"
          src={picturePath(image, widths[1] ?? largest, 'jpeg')}
          srcSet={setOf('jpeg')}
          sizes={sizes}
          width={largest}
          height={Math.round((largest * height) / width)}
          alt={alt}
          {...FIRST}
        />
      </picture>
      {caption ? <figcaption className="small muted">{caption}</figcaption> : null}
    </figure>
  );
}

interface ThumbnailProps extends Pick<ListedPost, 'image' | 'ratio'> {
  lang: string | undefined;
  /** It stands above the fold. */
  isFirst: boolean;
}

/** The smallest file of a picture, beside a line of the list. */
export function Thumbnail({ image, ratio, lang, isFirst }: ThumbnailProps) {
  if (!image) return null;
  const { width, alt } = image;
  return (
    <picture>
      <source type="image/avif" srcSet={picturePath(image, width, 'avif')} />
      <source type="image/webp" srcSet={picturePath(image, width, 'webp')} />
      <img
        className="thumb"
        src={picturePath(image, width, 'jpeg')}
        width={width}
        height={Math.round(width * ratio)}
        alt={alt}
        lang={lang}
        loading={isFirst ? undefined : 'lazy'}
      />
    </picture>
  );
}
