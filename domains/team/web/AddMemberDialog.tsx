import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useSession } from "#core/web/session/session.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { PersonFields, RoleFields, roleBody } from "#domains/team/person/web/PersonFields.tsx";
import { type MemberType, team } from "../contract.ts";
import { type ChosenPhoto, PhotoField } from "./PhotoField.tsx";

const empty = { first_name: "", last_name: "", email: "", phone: "", password: "", del_allowed: false };

/** Adds a member with an initial password from the owner. */
export function AddMemberDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const locationId = useSession()?.location_id;
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const add = useCallForm(team.add, {
    initialValues: {
      ...empty,
      user_type: "agent" as MemberType,
      location_ids: locationId ? [String(locationId)] : [],
    },
    toBody: roleBody,
    files: () => photo && { image: photo.file },
    invalidates: [team.list, team.chat],
    onSuccess: () => {
      add.form.reset();
      setPhoto(undefined);
      onClose();
    },
  });
  const { form } = add;
  const { first_name, last_name } = form.values;
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add Member" action="Add Member" form={add}>
      <PhotoField
        initials={initialsOf(first_name, last_name)}
        seed={`${first_name} ${last_name}`}
        image={null}
        chosen={photo}
        onChoose={setPhoto}
        error={form.errors.image}
      />
      <PersonFields form={form} />
      <PasswordInput
        label="Password"
        description="At least 6 characters. They'll choose their own when they first sign in."
        withAsterisk
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
        {...form.getInputProps("password")}
      />
      <RoleFields form={form} />
    </FormDialog>
  );
}
