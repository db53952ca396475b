import "@mantine/core/styles/Radio.layer.css";
import { Button, Group, Radio } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { FieldErrors } from "#core/failure.ts";
import { RunningUploads, UploadDialog } from "#domains/customers/upload/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { ListPicker } from "#domains/lists/web/public.tsx";
import type { AudienceDraft } from "./audienceDraft.ts";
import { CustomerChip } from "./CustomerChip.tsx";
import { ListChip } from "./ListChip.tsx";
import { wizardTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";

type Picked = Pick<AudienceDraft, "type" | "lists" | "customers">;

interface Props {
  /** "Who gets this text?" */
  label: string;
  draft: Picked;
  errors: FieldErrors;
  onChange: (part: Partial<Picked>) => void;
  /** An import into a selected list is over: the audience is another. */
  onImported?: () => void;
}

/** Lists or people, each once. */
export function RecipientPicker({ label, draft, errors, onChange, onImported }: Props) {
  const { type, lists, customers } = draft;
  const [isUploading, setUploading] = useState(false);
  return (
    <section className={classes.card}>
      <Radio.Group
        label={label}
        value={type}
        onChange={(chosen) => onChange({ type: chosen === "individual" ? "individual" : "list" })}
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
            onChange={(id) => id && onChange({ lists: [...new Set([...lists, id])] })}
          />
          <div className={classes.chips}>
            {lists.map((id) => (
              <ListChip
                key={id}
                id={id}
                onRemove={() => onChange({ lists: lists.filter((one) => one !== id) })}
                onImported={onImported}
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
          <RunningUploads />
          <UploadDialog
            opened={isUploading}
            onClose={() => setUploading(false)}
            onNewList={(id) => onChange({ lists: [...new Set([...lists, id])] })}
          />
        </>
      ) : (
        <>
          <CustomerPicker
            key={customers.join()}
            label={texts.addCustomer}
            value={null}
            error={errors.campaign_customers}
            onChange={(id) => id && onChange({ customers: [...new Set([...customers, id])] })}
          />
          <div className={classes.chips}>
            {customers.map((id) => (
              <CustomerChip
                key={id}
                id={id}
                onRemove={() => onChange({ customers: customers.filter((one) => one !== id) })}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
