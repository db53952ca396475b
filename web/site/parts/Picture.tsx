interface PictureOf {
  readonly name: string;
  /** Of the files, the smaller one first. */
  readonly widths: readonly [number, number];
  readonly height: number;
}

/** Screens of the sample dealership, as `bin/screenshots.mjs` takes them. */
export const pictures = {
  inbox: { name: "inbox-desktop", widths: [720, 1440], height: 900 },
  inboxOnPhone: { name: "inbox-phone", widths: [390, 780], height: 1688 },
  appointments: { name: "appointments-desktop", widths: [720, 1440], height: 900 },
  dashboard: { name: "dashboard-desktop", widths: [720, 1440], height: 900 },
} as const satisfies Record<string, PictureOf>;

const fileOf = ({ name }: PictureOf, width: number) => `/web/site/pictures/${name}-${width}.webp`;
const filesOf = (of: PictureOf) => of.widths.map((width) => `${fileOf(of, width)} ${width}w`).join(", ");

interface Props {
  of: PictureOf;
  /** What it shows, for those who don't see it. */
  alt: string;
  /** Takes its place on a phone. */
  onPhone?: PictureOf;
  /** In the first view, so that it doesn't wait until it is scrolled to. */
  isFirst?: boolean;
}

/** A picture of the product, whose place is kept until it has loaded. */
export function Picture({ of, alt, onPhone, isFirst }: Props) {
  const isUpright = of.height > of.widths[1];
  return (
    <figure className="shot" data-upright={isUpright || undefined}>
      <picture>
        {onPhone && (
          <source
            media="(max-width: 48em)"
            srcSet={filesOf(onPhone)}
            sizes="18rem"
            width={onPhone.widths[1]}
            height={onPhone.height}
          />
        )}
        <img
          src={fileOf(of, of.widths[0])}
          srcSet={filesOf(of)}
          sizes={isUpright ? "18rem" : "(min-width: 60em) 36rem, 92vw"}
          width={of.widths[1]}
          height={of.height}
          alt={alt}
          loading={isFirst ? undefined : "lazy"}
          fetchPriority={isFirst ? "high" : undefined}
          decoding="async"
        />
      </picture>
      <figcaption>Shown with sample data</figcaption>
    </figure>
  );
}
