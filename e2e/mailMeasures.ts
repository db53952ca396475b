import type { Page } from "@playwright/test";

/** What keeps people from reading an email; every list names the texts that it is about. */
interface MailMeasures {
  /** Pixels by which it is wider than its window. */
  readonly overflow: number;
  /** Under 12 pixels. */
  readonly tooSmall: string[];
  /** Under 4.5 to 1 on what is behind. */
  readonly tooFaint: string[];
  /** Pictures that leave nothing when they don't load. */
  readonly hiddenPictures: string[];
  readonly buttons: number;
  /** Buttons that are no links, or too low for a thumb. */
  readonly flatButtons: string[];
}

/** Measures an email that is the whole page. */
export async function measureMail(page: Page): Promise<MailMeasures> {
  return page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const isClear = (color: string) => channels(color)[3] === 0;
    const backgroundOf = (element: Element | null): string => {
      if (!element)
        return matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(element);
      return isClear(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor;
    };
    const contrast = (element: Element) => {
      const [a, b] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1;
    };
    const own = (element: Element) =>
      [...element.childNodes]
        .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : []))
        .join("")
        .trim();
    const texts = [...document.body.querySelectorAll("*")].filter((element) => own(element) !== "" && isShown(element));
    const said = (element: Element) => own(element).slice(0, 60);
    const buttons = [...document.querySelectorAll<HTMLAnchorElement>("table.button a")].filter(isShown);
    return {
      overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
      tooSmall: texts.filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 12).map(said),
      tooFaint: texts
        .filter((element) => contrast(element) < 4.5)
        .map((element) => `${said(element)} ${contrast(element).toFixed(1)}`),
      hiddenPictures: [...document.images]
        .filter((picture) => picture.alt !== "" && picture.getBoundingClientRect().height < 10)
        .map(({ alt }) => alt),
      buttons: buttons.length,
      flatButtons: buttons
        .filter((button) => !button.href || button.getBoundingClientRect().height < 36)
        .map((button) => `${button.textContent} ${button.getBoundingClientRect().height}`),
    };
  });
}
