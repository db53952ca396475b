import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Button, Checkbox, Group, NumberInput, Radio, Switch, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "#core/web/session/session.ts";
import { UploadDialog } from "#domains/customers/upload/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { ListPicker } from "#domains/lists/web/public.tsx";
import { collectedWords, consentWords } from "../../text/contract.ts";
import { maxExcludeDays } from "../../text/fields.ts";
import { AudienceSummary } from "./AudienceSummary.tsx";
import classes from "./ComposeWizard.module.css";
import { CustomerChip } from "./CustomerChip.tsx";
import { ListChip } from "./ListChip.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import type { Wizard } from "./useWizard.ts";

/** Who gets the text, and that they consented to it. */
export function RecipientsStep({ wizard }: { wizard: Wizard }) {
  const { draft, change, errors } = wizard;
  const { data: audience } = useAudience(draft);
  const isOwner = useSession()?.user_type === "dealer";
  const unknown = audience?.unknown_consent ?? 0;
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <Choice wizard={wizard} />
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

/** Lists or people, each once. */
function Choice({ wizard: { draft, change, errors } }: { wizard: Wizard }) {
  const [isUploading, setUploading] = useState(false);
  const { type, lists, customers } = draft;
  return (
    <section className={classes.card}>
      <Radio.Group
        label={texts.who}
        value={type}
        onChange={(chosen) => change({ type: chosen === "individual" ? "individual" : "list", unknown: null })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="list" label={texts.lists} />
          <Radio value="individual" label={texts.individuals} />
        </Group>
      </Radio.Group>
      {type === "list" ? (
        <>
          <ListPicker
            key={lists.join()}
            label={texts.addList}
            value={null}
            error={errors.campaign_customers_list}
            onChange={(id) => id && change({ lists: [...new Set([...lists, id])], unknown: null })}
          />
          <div className={classes.chips}>
            {lists.map((id) => (
              <ListChip
                key={id}
                id={id}
                onRemove={() => change({ lists: lists.filter((one) => one !== id), unknown: null })}
              />
            ))}
          </div>
          <div>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setUploading(true)}
            >
              {texts.newList}
            </Button>
          </div>
          <UploadDialog opened={isUploading} onClose={() => setUploading(false)} />
        </>
      ) : (
        <>
          <CustomerPicker
            key={customers.join()}
            label={texts.addCustomer}
            value={null}
            error={errors.campaign_customers}
            onChange={(id) => id && change({ customers: [...new Set([...customers, id])], unknown: null })}
          />
          <div className={classes.chips}>
            {customers.map((id) => (
              <CustomerChip
                key={id}
                id={id}
                onRemove={() => change({ customers: customers.filter((one) => one !== id), unknown: null })}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
