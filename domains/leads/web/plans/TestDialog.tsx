import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { escapeHtml } from "#core/escapeHtml.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { testEmails, testTexts } from "#domains/campaigns/compose/contract.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { filledWords } from "#domains/leads/plans/rules.ts";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { type EditedStep, timeWordOf } from "./planDraft.ts";
import { hasTemplate } from "./StepSending.tsx";
import { planTexts } from "./texts.ts";

const { tests: texts, stepKinds } = planTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  steps: readonly EditedStep[];
}

/** Sends one step to oneself, as a customer would get it. */
export function TestDialog({ opened, onClose, steps }: Props) {
  const profile = useProfile().data;
  const sendable = steps.filter(({ kind }) => kind !== "task");
  const [key, setKey] = useState<number>();
  const [to, setTo] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const step = sendable.find((one) => one.key === key) ?? sendable[0];
  const kind = step?.kind ?? "text";
  const html = useMailHtml(opened ? step : undefined);
  const { phone = "", email = "" } = profile ?? {};
  useEffect(() => {
    if (!opened) return;
    setErrors({});
    setTo(kind === "email" ? email : formatPhone(phone));
  }, [opened, kind, email, phone]);
  const options = {
    onSuccess: onClose,
    onFailure: (failure: { fields: Record<string, string> }) => setErrors(failure.fields),
  };
  const text = useSend(testTexts.send, options);
  const mail = useSend(testEmails.send, options);
  const values = {
    first_name: profile?.first_name ?? "",
    owner: profile?.first_name ?? "",
    vehicle: texts.vehicle,
    company_name: profile?.company_name ?? "",
    company_phone: formatPhone(profile?.company_phone ?? ""),
    location_name: profile?.location ?? "",
  };
  const submit = () => {
    if (!step) return;
    const message = filledWords(step.words, values);
    if (step.kind === "text") return text.mutate({ body: { phone_no: to, message, library_ids: step.files } });
    if (hasTemplate(step) && html === undefined) return;
    const campaign_template =
      html ??
      message
        .trim()
        .split(/\n{2,}/)
        .map((words) => `<p>${escapeHtml(words).replaceAll("\n", "<br>")}</p>`)
        .join("");
    const email_subject = filledWords(step.subject, values);
    mail.mutate({ body: { email: to, email_subject, email_preheader: "", campaign_template } });
  };
  const sending = text.isPending || mail.isPending;
  const form = {
    sending,
    submit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      submit();
    },
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.action} form={form}>
      <Text size="sm">{step ? texts.hint : texts.noneToSend}</Text>
      {step && (
        <>
          <NativeSelect
            label={texts.step}
            data={sendable.map((one) => ({
              value: String(one.key),
              label: `${stepKinds[one.kind]}, day ${one.day}, ${timeWordOf(one)}`,
            }))}
            value={String(step.key)}
            onChange={({ currentTarget }) => setKey(Number(currentTarget.value))}
          />
          <TextInput
            label={kind === "email" ? texts.email : texts.phone}
            type={kind === "email" ? "email" : "tel"}
            value={to}
            error={errors.phone_no ?? errors.email ?? errors.message}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What an email step shows in place of its words; undefined without a template, and until it is known. */
function useMailHtml(step: EditedStep | undefined): string | undefined {
  const { mail_id = null, template_id } = step ?? {};
  const isNew = template_id !== undefined;
  const copy = useCall(
    leadPlans.mail,
    { params: { mail_id: mail_id ?? 0 } },
    { enabled: !isNew && mail_id !== null },
  ).data;
  const templates = useCall(emailTemplates.list, { body: {} }, { enabled: isNew }).data;
  if (isNew) return templates?.allTemplates.find(({ id }) => id === template_id)?.template;
  return mail_id === null ? undefined : copy?.html;
}
