import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { PersonFields, RoleFields, roleBody } from "#domains/team/person/web/PersonFields.tsx";
import { type Member, type MemberType, team } from "../contract.ts";
import { type ChosenPhoto, PhotoField } from "./PhotoField.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  member: Member;
}

const valuesOf = ({ first_name, last_name, email, phone, del_allowed, user_type, locations }: Member) => ({
  first_name,
  last_name,
  email,
  phone,
  password: "",
  del_allowed: del_allowed === 1,
  // Not sent for the owner.
  user_type: (user_type === "dealer" ? "agent" : user_type) as MemberType,
  location_ids: locations.map((location) => String(location.id)),
});

/** Changes a member. For the owner only name, phone and photo: role and sign-in can't change here. */
export function UpdateMemberDialog({ opened, onClose, member }: Props) {
  const { id, first_name, last_name, user_type, name_initials, user_image } = member;
  const isOwner = user_type === "dealer";
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const change = useCallForm(team.update, {
    params: { id },
    initialValues: valuesOf(member),
    toBody: (values) => {
      if (!isOwner) return roleBody(values);
      const { del_allowed: _, user_type: _type, location_ids: _locationIds, ...person } = values;
      return person;
    },
    files: () => photo && { image: photo.file },
    invalidates: [team.list, team.chat],
    onSuccess: onClose,
  });
  const { form } = change;
  useFilledForm(form, opened, valuesOf(member), { onOpen: () => setPhoto(undefined) });

  return (
    <FormDialog opened={opened} onClose={onClose} title="Update Member" action="Update Member" form={change}>
      <PhotoField
        initials={name_initials}
        seed={`${first_name} ${last_name}`}
        image={user_image}
        chosen={photo}
        onChoose={setPhoto}
        error={form.errors.image}
      />
      <PersonFields form={form} canEditEmail={!isOwner} />
      {!isOwner && (
        <>
          <PasswordInput
            label="Password"
            description="Leave Empty if Password is not changed"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
            {...form.getInputProps("password")}
          />
          <RoleFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
