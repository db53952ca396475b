import { Button, Group, Skeleton, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { monthName } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { isMonth } from "#domains/tracking/sources/fields.ts";
import { monthAt, monthLater } from "#domains/tracking/sources/rules.ts";
import { goalSteps, leadGoals, type MemberGoals } from "../contract.ts";
import classes from "./Goals.module.css";
import { Progress } from "./Progress.tsx";
import { goalTexts as texts } from "./texts.ts";

const months = 13;

/** The goals of the location's members with how far they are, and the dialog that sets them. */
export function TeamGoals() {
  useFreshCalls([leadGoals.team], leadEvents.changed, { inBursts: true });
  const current = monthAt(new Date(), useTimeZone() ?? "UTC");
  const [asked, setMonth] = useQueryFilter("month");
  const month = isMonth(asked) ? asked : current;
  const { data, error, refetch } = useCall(leadGoals.team, { body: { month } }, { keepPrevious: true });
  const [opened, setOpened] = useState(false);
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<MemberGoals>();
  const edit = (member: MemberGoals) => {
    setEdited(member);
    setOpened(true);
  };
  const past = Array.from({ length: months }, (_, back) => monthLater(current, -1 - back));
  const choices = [current, monthLater(current, 1), ...past];
  const listed = choices.includes(month) ? choices : [...choices, month];
  return (
    <section className={classes.panel} aria-label={texts.team(monthName(month))}>
      <Group justify="space-between" mb="sm">
        <h2 className={classes.title}>
          {texts.team(monthName(month))} <InfoTooltip about={texts.team(monthName(month))}>{texts.about}</InfoTooltip>
        </h2>
        <FilterChip
          label={texts.month}
          value={month}
          onChange={(value) => setMonth(value === current ? "" : value)}
          options={listed.map((value) => ({ value, label: monthName(value) }))}
        />
      </Group>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton height={240} role="status" aria-label="Loading" />}
      {data && (
        <ul className={classes.members}>
          {data.members.map((member) => (
            <li key={member.id}>
              <span className={classes.name}>{member.name}</span>
              <dl className={classes.steps}>
                {goalSteps.map((step) => (
                  <div key={step}>
                    <dt>{texts.steps[step]}</dt>
                    <dd>
                      <Progress
                        step={step}
                        done={member.done[step]}
                        goal={member.goals[step]}
                        member_id={member.id}
                        month={data.month}
                      />
                    </dd>
                  </div>
                ))}
              </dl>
              <Can use={leadGoals.save}>
                <Button
                  variant="default"
                  size="compact-sm"
                  className={classes.edit}
                  aria-label={texts.setFor(member.name)}
                  onClick={() => edit(member)}
                >
                  {texts.set}
                </Button>
              </Can>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <GoalsDialog
          key={`${edited.id} ${month}`}
          opened={opened}
          onClose={() => setOpened(false)}
          member={edited}
          month={month}
        />
      )}
    </section>
  );
}

interface GoalsDialogProps {
  opened: boolean;
  onClose: () => void;
  member: MemberGoals;
  month: string;
}

function GoalsDialog({ opened, onClose, member, month }: GoalsDialogProps) {
  const typed = (goal: number | null) => (goal === null ? "" : String(goal));
  const { contacted, set, shown, sold } = member.goals;
  const save = useCallForm(leadGoals.save, {
    initialValues: {
      member_id: member.id,
      month,
      contacted: typed(contacted),
      set: typed(set),
      shown: typed(shown),
      sold: typed(sold),
    },
    invalidates: [leadGoals.team, leadGoals.mine],
    onSuccess: onClose,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.setFor(member.name)}
      action={texts.save}
      form={save}
      size="sm"
    >
      <Text c="dimmed" size="sm">
        {monthName(month)}. {texts.hint}
      </Text>
      {goalSteps.map((step) => (
        <TextInput
          key={step}
          label={texts.steps[step]}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          {...save.form.getInputProps(step)}
        />
      ))}
    </FormDialog>
  );
}
