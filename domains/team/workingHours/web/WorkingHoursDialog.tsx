import { ActionIcon, Checkbox, Group, Modal, Skeleton, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { formToHours, hoursToForm, WeekFields } from "#domains/locations/hours/web/public.tsx";
import { teamEvents } from "#domains/team/contract.ts";
import { type WorkingHours, workingHours } from "../contract.ts";
import { canChangeHours } from "../rules.ts";
import { workingHoursTexts as texts, weekText } from "./texts.ts";
import classes from "./WorkingHoursDialog.module.css";

export interface WorkingHoursProps {
  opened: boolean;
  onClose: () => void;
}

type WorkingMember = WorkingHours["members"][number];

/** When each member of the location's team works; everyone edits their own, managers everyone's. */
export function WorkingHoursDialog({ opened, onClose }: WorkingHoursProps) {
  const { data, error, refetch } = useCall(workingHours.list, {}, { enabled: opened });
  useFreshCalls([workingHours.list], teamEvents.changed, { isShown: () => opened });
  const role = useSession()?.user_type ?? "agent";
  const user_id = useProfile().data?.id ?? 0;
  const [isForm, setForm] = useState(false);
  // Stays set while the form closes, so that its content doesn't change.
  const [edited, setEdited] = useState<WorkingMember>();
  const edit = (member: WorkingMember) => {
    setEdited(member);
    setForm(true);
  };
  return (
    <>
      <Modal opened={opened && !isForm} onClose={onClose} title={texts.title}>
        <Group gap="0.125rem" mb="xs">
          <Text size="sm" c="dimmed">
            {texts.about}
          </Text>
          <InfoTooltip about={texts.title}>{texts.aboutDetails}</InfoTooltip>
        </Group>
        {error && !data && <LoadFailure failure={error} retry={refetch} title={texts.failed} />}
        {!data && !error && <Skeleton h="10rem" aria-hidden />}
        <ul className={classes.members}>
          {data?.members.map((member) => (
            <li key={member.user_id}>
              <span className={classes.member}>
                <b dir="auto">{member.name}</b>
                <span className={classes.hours}>{member.week ? weekText(member.week) : texts.locationHours}</span>
              </span>
              {canChangeHours({ user_id, role }, member.user_id) && (
                <Can use={workingHours.change}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.editOf(member.name)}
                    onClick={() => edit(member)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                </Can>
              )}
            </li>
          ))}
        </ul>
      </Modal>
      {data && edited && (
        <WeekDialog opened={opened && isForm} onClose={() => setForm(false)} member={edited} locationWeek={data.week} />
      )}
    </>
  );
}

interface WeekDialogProps extends WorkingHoursProps {
  member: WorkingMember;
  locationWeek: WorkingHours["week"];
}

function valuesOf({ week }: WorkingMember, locationWeek: WorkingHours["week"]) {
  const { week: days } = hoursToForm({ week: week ?? locationWeek, closed: [] });
  return { isOwn: week !== null, week: days };
}

/** Edits when one member works. */
function WeekDialog({ opened, onClose, member, locationWeek }: WeekDialogProps) {
  const change = useCallForm(workingHours.change, {
    initialValues: valuesOf(member, locationWeek),
    params: { user_id: member.user_id },
    toBody: ({ isOwn, week }) => ({ week: isOwn ? formToHours({ week, closed: [], another: "" }).week : null }),
    invalidates: [workingHours.list],
    onSuccess: onClose,
  });
  const { form } = change;
  useFilledForm(form, opened, valuesOf(member, locationWeek));
  const { isOwn } = form.values;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.titleOf(member.name)}
      action={texts.save}
      form={change}
      size="lg"
      comparesValues
    >
      <Checkbox
        label={texts.locationHours}
        checked={!isOwn}
        onChange={({ currentTarget }) => form.setFieldValue("isOwn", !currentTarget.checked)}
      />
      {isOwn && <WeekFields form={form} off={texts.off} />}
    </FormDialog>
  );
}
