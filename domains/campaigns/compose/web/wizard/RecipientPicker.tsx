import "@mantine/core/styles/Radio.layer.css";
import { Button, Group, Radio } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { countText } from "#core/count.ts";
import type { FieldErrors } from "#core/failure.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { customers } from "#domains/customers/contract.ts";
import { RunningUploads, UploadDialog } from "#domains/customers/upload/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { lists } from "#domains/lists/contract.ts";
import { listLabel } from "#domains/lists/rules.ts";
import { ListPicker } from "#domains/lists/web/public.tsx";
import type { AudienceDraft } from "./audienceDraft.ts";
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

interface ListChipProps {
  id: number;
  onRemove: () => void;
  /** An import into the list is over: who is in it changed. */
  onImported: (() => void) | undefined;
}

/** A selected list with its count; one in upload says so. */
function ListChip({ id, onRemove, onImported }: ListChipProps) {
  const { data } = useCall(lists.search, { body: { list_id: id } });
  const list = data?.allCustomersLists[0];
  const isUploading = list?.status === 0;
  const wasUploading = useRef(false);
  useEffect(() => {
    if (wasUploading.current && !isUploading) onImported?.();
    wasUploading.current = isUploading;
  }, [isUploading, onImported]);
  if (!list) return null;
  const count = list.status === 1 ? list.customers_count : undefined;
  return <RecipientChip name={listLabel(list)} count={count} onRemove={onRemove} />;
}

/** A selected customer. */
function CustomerChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useCall(customers.search, { body: { customer_id: id } }, { staleTime: 60_000 });
  const customer = data?.allCustomers[0];
  return customer ? <RecipientChip name={customer.customer_name} onRemove={onRemove} /> : null;
}

const longestName = 28;

interface ChipProps {
  name: string;
  count?: number | undefined;
  onRemove: () => void;
}

/** A selected list or customer; pressing it removes it. */
function RecipientChip({ name, count, onRemove }: ChipProps) {
  const shown = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
  return (
    <Button
      variant="light"
      size="compact-sm"
      title={name}
      aria-label={texts.remove(name)}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {shown}
      {count !== undefined && ` ${countText(count)}`}
    </Button>
  );
}
