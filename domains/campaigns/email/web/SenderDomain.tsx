import { Button, CopyButton, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconHelpCircle,
} from "@tabler/icons-react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { type StatusTone, StatusWord } from "#core/web/status/StatusBadge.tsx";
import type { MailDomain } from "../../emailPreview/contract.ts";
import wizard from "../../wizard/web/Wizard.module.css";
import classes from "./Preflight.module.css";
import { composeEmailTexts } from "./texts.ts";

const { domain: texts } = composeEmailTexts;

type DomainRecord = MailDomain["records"][number];

const states: Record<DomainRecord["state"], { tone: StatusTone; icon: Icon }> = {
  ok: { tone: "green", icon: IconCircleCheck },
  missing: { tone: "red", icon: IconCircleX },
  wrong: { tone: "amber", icon: IconAlertTriangle },
  unknown: { tone: "gray", icon: IconHelpCircle },
};

/** The DNS records that the sender's domain has or needs, for copying. */
export function SenderDomain({ domain: { domain, records } }: { domain: MailDomain }) {
  return (
    <section className={wizard.card} aria-label={texts.title}>
      <div className={wizard.head}>
        <Title order={2}>
          {texts.title} <InfoTooltip about={texts.title}>{texts.about}</InfoTooltip>
        </Title>
        <span className={wizard.note}>{domain}</span>
      </div>
      {records.map((record) => (
        <RecordRow key={record.kind} record={record} />
      ))}
    </section>
  );
}

/** One record; what to paste is shown where it is missing or wrong. */
function RecordRow({ record: { kind, state, host, type, value, found, text } }: { record: DomainRecord }) {
  const isMissing = state === "missing" || state === "wrong";
  return (
    <div className={classes.record}>
      <div className={classes.head}>
        <h3>{kind}</h3>
        <StatusWord {...states[state]}>{texts.states[state]}</StatusWord>
      </div>
      <p>{text}</p>
      {isMissing && (
        <>
          <dl>
            <dt>{texts.host}</dt>
            <dd>{host}</dd>
            <dt>{texts.type}</dt>
            <dd>{type}</dd>
            <dt>{texts.value}</dt>
            <dd>{value}</dd>
            {found !== "" && (
              <>
                <dt>{texts.found}</dt>
                <dd>{found}</dd>
              </>
            )}
          </dl>
          {value !== "" && <CopyValue value={value} />}
        </>
      )}
    </div>
  );
}

function CopyValue({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? texts.copied : texts.copy}
          </Button>
        </div>
      )}
    </CopyButton>
  );
}
