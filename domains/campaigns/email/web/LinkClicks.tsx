import { Anchor } from "@mantine/core";
import { countText } from "#core/count.ts";
import figures from "../../web/CampaignFigures.module.css";
import type { EmailCampaignDetail } from "../contract.ts";
import { shownUrl } from "./emailFigures.ts";
import classes from "./LinkClicks.module.css";
import { emailDetailTexts } from "./texts.ts";

const { links: texts } = emailDetailTexts;

interface Props {
  links: EmailCampaignDetail["links"];
  /** Opens the people who followed a link. */
  onShow: (n: number) => void;
}

/** How many people followed each link, in the order of the email; a link shows them in the table below. */
export function LinkClicks({ links, onShow }: Props) {
  return (
    <section className={figures.card}>
      <div className={figures.head}>
        <h2>{texts.title}</h2>
      </div>
      {links.length === 0 && <p>{texts.none}</p>}
      <ul>
        {links.map(({ n, url, people, clicks, machine_clicks }) => (
          <li key={n}>
            <Anchor
              component="button"
              type="button"
              className={classes.url}
              title={url}
              aria-label={texts.show(url)}
              onClick={() => onShow(n)}
            >
              {shownUrl(url)}
            </Anchor>
            <span
              title={[texts.clicks(clicks), machine_clicks > 0 && texts.machine(machine_clicks)]
                .filter(Boolean)
                .join(", ")}
            >
              <strong>{countText(people)}</strong> {texts.people(people).replace(/^\S+ /, "")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
