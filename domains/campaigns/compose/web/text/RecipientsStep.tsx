import "@mantine/core/styles/Switch.layer.css";
import { Checkbox, Group, NumberInput, Switch, Title } from "@mantine/core";
import { useSession } from "#core/web/session/session.ts";
import { collectedWords, consentWords } from "../../../text/contract.ts";
import { maxExcludeDays } from "../../../text/fields.ts";
import { RecipientPicker } from "../wizard/RecipientPicker.tsx";
import classes from "../wizard/Wizard.module.css";
import { AudienceSummary } from "./AudienceSummary.tsx";
import type { TextWizard } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";

/** Who gets the text, and that they consented to it. */
export function RecipientsStep({ wizard }: { wizard: TextWizard }) {
  const { draft, change, errors } = wizard;
  const { data: audience, refetch } = useAudience(draft);
  const isOwner = useSession()?.user_type === "dealer";
  const unknown = audience?.unknown_consent ?? 0;
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <RecipientPicker
          label={texts.who}
          draft={draft}
          errors={errors}
          onChange={(picked) => change({ ...picked, unknown: null })}
          onImported={refetch}
        />
        <section className={classes.card}>
          <Group gap="xs">
            <Checkbox
              label={texts.exclude}
              checked={draft.excludes}
              onChange={({ currentTarget }) => change({ excludes: currentTarget.checked })}
            />
            <NumberInput
              aria-label={texts.daysLabel}
              w="4.5rem"
              min={1}
              max={maxExcludeDays}
              allowDecimal={false}
              disabled={!draft.excludes}
              error={errors.campaign_exclude_days}
              value={draft.exclude_days}
              onChange={(days) => change({ exclude_days: Number(days) || 0 })}
            />
            <span>{texts.days}</span>
          </Group>
        </section>
        <section className={classes.card}>
          <div className={classes.head}>
            <Title order={2}>{texts.consent}</Title>
            <span className={classes.note}>{texts.consentKept}</span>
          </div>
          <Switch
            label={consentWords}
            checked={draft.consent}
            error={errors.consent}
            onChange={({ currentTarget }) => change({ consent: currentTarget.checked })}
          />
          <Switch
            label={collectedWords}
            checked={draft.collected}
            error={errors.consent_collected}
            onChange={({ currentTarget }) => change({ collected: currentTarget.checked })}
          />
          {unknown > 0 && isOwner && (
            <Checkbox
              label={texts.confirmUnknown(unknown)}
              checked={draft.unknown === unknown}
              error={errors.confirm_unknown}
              onChange={({ currentTarget }) => change({ unknown: currentTarget.checked ? unknown : null })}
            />
          )}
          {unknown > 0 && !isOwner && <p className={classes.note}>{texts.unknownStay(unknown)}</p>}
        </section>
      </div>
      <AudienceSummary draft={draft} />
    </div>
  );
}
