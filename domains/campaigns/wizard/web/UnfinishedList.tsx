import { Alert, Button } from "@mantine/core";
import type { UnfinishedPart } from "#domains/templates/unfinished/rules.ts";
import { wizardTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";

interface Props {
  parts: readonly UnfinishedPart[];
  onShow: (part: UnfinishedPart) => void;
}

/** What has to be filled in before the campaign can leave, each with the way to it. */
export function UnfinishedList({ parts, onShow }: Props) {
  if (parts.length === 0) return null;
  return (
    <Alert color="red" title={texts.unfinished} mb="md">
      <ul className={classes.unfinished}>
        {parts.map((part) => (
          <li key={`${part.field} ${part.text}`}>
            <span>{part.text}.</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.showPart(part.text)}
              onClick={() => onShow(part)}
            >
              {texts.show}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
