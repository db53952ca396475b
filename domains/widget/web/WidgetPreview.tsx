import "@mantine/core/styles/FloatingIndicator.layer.css";
import { Text } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { textOn, widgetTexts } from "../rules.ts";
import { widgetSettingsTexts as texts } from "./texts.ts";
import classes from "./WidgetSettings.module.css";

interface Props {
  business: string;
  isOn: boolean;
  color: string;
  side: "left" | "right";
  greeting: string;
  closedGreeting: string;
}

/** The widget as visitors see it with what is typed now, saved or not. */
export function WidgetPreview({ business, isOn, color, side, greeting, closedGreeting }: Props) {
  const [hours, setHours] = useState<"open" | "closed">("open");
  // While somebody types a color it may be none yet.
  const shown = /^#[0-9a-f]{6}$/i.test(color) ? color : "#000000";
  const style = { "--widget": shown, "--on-widget": textOn(shown) } as CSSProperties;
  return (
    <section className={classes.preview} aria-label={texts.preview} data-side={side}>
      <div className={classes.head}>
        <Text fw={500}>{texts.preview}</Text>
        <CountTabs
          label={texts.preview}
          value={hours}
          onChange={setHours}
          choices={[
            { value: "open", label: texts.open },
            { value: "closed", label: texts.closed },
          ]}
        />
      </div>
      {isOn ? (
        <>
          <div className={classes.card} style={style}>
            <div className={classes.title}>
              <p>{widgetTexts.title(business)}</p>
              <p>{hours === "open" ? greeting : closedGreeting}</p>
            </div>
            <div className={classes.fields} aria-hidden>
              <span />
              <span />
              <span />
            </div>
          </div>
          <div className={classes.bubble} style={style}>
            {texts.bubble}
          </div>
        </>
      ) : (
        <Text c="dimmed">{texts.off}</Text>
      )}
    </section>
  );
}
