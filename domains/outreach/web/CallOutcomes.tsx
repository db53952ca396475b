import { Button, Group } from "@mantine/core";
import { IconPhoneCheck, IconPhoneX, IconRecordMail } from "@tabler/icons-react";
import { type CalledOutcome, calledOutcomes } from "../contract.ts";
import { callTexts as texts } from "./texts.ts";

interface Props {
  /** The chosen one, where choosing isn't all. */
  value?: CalledOutcome | "";
  onChoose: (outcome: CalledOutcome) => void;
  disabled?: boolean;
}

const icons = { reached: IconPhoneCheck, voicemail: IconRecordMail, no_answer: IconPhoneX };

/** How a call went: one press each. */
export function CallOutcomes({ value, onChoose, disabled = false }: Props) {
  return (
    <Group gap="xs" role="group" aria-label={texts.question}>
      {calledOutcomes.map((outcome) => {
        const OutcomeIcon = icons[outcome];
        return (
          <Button
            key={outcome}
            size="compact-md"
            variant={value === outcome ? "filled" : "default"}
            aria-pressed={value === undefined ? undefined : value === outcome}
            disabled={disabled}
            leftSection={<OutcomeIcon size={16} aria-hidden />}
            onClick={() => onChoose(outcome)}
          >
            {texts.outcomes[outcome]}
          </Button>
        );
      })}
    </Group>
  );
}
