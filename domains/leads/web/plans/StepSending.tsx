import { ActionIcon, Button, Group, Input, NativeSelect } from "@mantine/core";
import { IconEye, IconPhoto, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { maxFilesPerMessage } from "#domains/inbox/attachments/contract.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { filledWords } from "#domains/leads/plans/rules.ts";
import { LibraryPicker } from "#domains/library/web/public.tsx";
import { withFooter } from "#domains/marketing/sender/rules.ts";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { useOwnerChoices } from "../leadChoices.ts";
import type { EditedStep } from "./planDraft.ts";
import classes from "./StepSending.module.css";
import { planTexts } from "./texts.ts";
import type { PlanEditor } from "./usePlanEditor.ts";

const { stepParts: texts } = planTexts;

const MailDialog = lazyDialog(() => import("./MailDialog.tsx"), "MailDialog");

interface Props {
  step: EditedStep;
  set: (part: Partial<EditedStep>) => void;
  error: (field: string) => string | undefined;
}

const useSender = () => useCall(leadPlans.sender, {}, { staleTime: 60_000 }).data;

/** Who signs a step. */
export function StepSender({ step: { sender_id }, set, error }: Props) {
  const members = useOwnerChoices();
  const value = sender_id === null ? "" : String(sender_id);
  const isListed = value === "" || !members || members.some((member) => member.value === value);
  const former = isListed ? [] : [{ value, label: texts.former }];
  return (
    <NativeSelect
      label={texts.sender}
      data={[{ value: "", label: texts.leadsOwner }, ...(members ?? []), ...former]}
      value={value}
      error={error("sender_id")}
      onChange={({ currentTarget }) =>
        set({ sender_id: currentTarget.value === "" ? null : Number(currentTarget.value) })
      }
    />
  );
}

/** What a step leaves from, and what is added to it. */
export function StepHint({ step: { kind } }: Pick<Props, "step">) {
  const sender = useSender();
  const { number = null, from_name = "", from_address = "", reply_to = "", takes_replies = 0 } = sender ?? {};
  const fromAddress = takes_replies === 1 ? texts.fromAnswered : texts.fromAddress;
  const mailFrom = from_address === "" ? "" : fromAddress(from_name, reply_to);
  const from = kind === "text" ? number !== null && texts.fromNumber(formatPhone(number)) : mailFrom;
  return (
    <p className={classes.hint}>
      {from} {kind === "text" ? planTexts.footer : planTexts.emailFooter}
    </p>
  );
}

/** What a text costs as it leaves: with its footer, for someone with a usual name and vehicle, and with long ones. */
export function StepCost({ step: { words, files } }: Pick<Props, "step">) {
  const profile = useProfile().data;
  const sender = useSender();
  const business = {
    company_name: profile?.company_name ?? "",
    company_phone: formatPhone(profile?.company_phone ?? ""),
    location_name: profile?.location ?? "",
  };
  const [usual, longest] = [texts.usual, texts.longest].map(
    (person) => segmentsOf(withFooter(filledWords(words, { ...person, ...business }))).count,
  );
  if (words.trim() === "" || usual === undefined || longest === undefined) return null;
  const price = sender?.segment_price ?? null;
  return <p className={classes.hint}>{texts.cost(usual, longest, price, files.length > 0)}</p>;
}

/** A text's pictures, and the way to more of them. */
export function StepPictures({ step: { files }, set, error, editor }: Props & { editor: PlanEditor }) {
  const [isChoosing, setChoosing] = useState(false);
  const problem = error("files");
  return (
    <div className={classes.pictures}>
      {files.length > 0 && (
        <ul className={classes.tray} aria-label={texts.pictures}>
          {files.map((id) => {
            const picture = editor.pictures.get(id);
            const name = picture?.name ?? texts.picture;
            return (
              <li key={id} className={classes.picture}>
                {picture && <img src={picture.url} alt="" loading="lazy" />}
                <span className={classes.words}>
                  <span className={classes.name} title={name} dir="auto">
                    {name}
                  </span>
                  {picture?.is_deleted === 1 && <span className={classes.kept}>{texts.keptHere}</span>}
                </span>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={texts.removePicture(name)}
                  onClick={() => set({ files: files.filter((one) => one !== id) })}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      {problem && <Input.Error role="alert">{problem}</Input.Error>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhoto size={16} aria-hidden />}
        disabled={files.length >= maxFilesPerMessage}
        onClick={() => setChoosing(true)}
      >
        {texts.addPictures}
      </Button>
      <LibraryPicker
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        room={maxFilesPerMessage - files.length}
        onlyPictures
        taken={files}
        onChoose={(chosen) => {
          editor.addPictures(chosen);
          set({ files: [...files, ...chosen.map(({ id }) => id)] });
        }}
      />
    </div>
  );
}

const kept = "kept";

/** Chooses the email template that an email step copies, or none. */
export function StepTemplate({ step, set, error, editor }: Props & { editor: PlanEditor }) {
  const { mail_id, template_id } = step;
  const [isShown, setShown] = useState(false);
  const { data } = useCall(emailTemplates.list, { body: {} }, { staleTime: 30_000 });
  const templates = data?.allTemplates ?? [];
  const copied = mail_id === null ? [] : [{ value: kept, label: texts.copyOf(editor.mails.get(mail_id) ?? "") }];
  const listed = templates.map(({ id, title }) => ({ value: String(id), label: title }));
  const value = template_id === undefined ? (mail_id === null ? "" : kept) : String(template_id);
  const choose = (chosen: string) => {
    const words = chosen === "" ? step.words : "";
    const isCopy = chosen !== "" && chosen !== kept;
    set({ words, template_id: isCopy ? Number(chosen) : undefined, ...(chosen === "" && { mail_id: null }) });
  };
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        className={classes.template}
        label={texts.template}
        data={[{ value: "", label: texts.noTemplate }, ...copied, ...listed]}
        value={value}
        error={error("template_id")}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {value !== "" && (
        <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={() => setShown(true)}>
          {texts.preview}
        </Button>
      )}
      <MailDialog
        opened={isShown}
        onClose={() => setShown(false)}
        subject={step.subject}
        mailId={template_id === undefined ? mail_id : null}
        template={templates.find(({ id }) => id === template_id)?.template}
      />
    </Group>
  );
}

export const hasTemplate = ({ mail_id, template_id }: Pick<EditedStep, "mail_id" | "template_id">): boolean =>
  mail_id !== null || template_id !== undefined;
