import { Button, Text } from "@mantine/core";
import { onDemand } from "#core/web/onDemand.tsx";
import { PhoneInput } from "#core/web/PhoneInput.tsx";
import type { CallForm } from "#core/web/useCallForm.ts";
import { waitFor } from "../rules.ts";
import classes from "./Settings.module.css";
import type { PhoneProof } from "./usePhoneProof.ts";

const PhoneCodeDialog = onDemand(() => import("./PhoneCodeDialog.tsx"), "PhoneCodeDialog");

interface Props<V> {
  label: string;
  description?: string;
  field: keyof V & string;
  change: CallForm<V>;
  proof: PhoneProof;
}

/** A phone field with an Update button; a dialog asks for the verification code. */
export function PhoneSetting<V>({ label, description, field, change, proof }: Props<V>) {
  return (
    <>
      <form noValidate onSubmit={change.submit} className={classes.line} data-described={description && true}>
        <PhoneInput label={label} description={description} {...change.form.getInputProps(field)} />
        <Button type="submit" variant="default" loading={change.sending} aria-label={`Update ${label}`}>
          Update
        </Button>
        {proof.wait > 0 && (
          <Text size="sm" c="dimmed" className={classes.wait}>
            {waitFor(proof.wait)}
          </Text>
        )}
      </form>
      <PhoneCodeDialog opened={proof.step !== undefined} proof={proof} />
    </>
  );
}
