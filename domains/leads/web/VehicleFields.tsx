import "@mantine/core/styles/SimpleGrid.layer.css";
import { ActionIcon, Group, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { type LeadVehicle, vehicleInterests } from "../fields.ts";
import { vehicleInWords } from "../rules.ts";
import { vehicleTexts as texts } from "./texts.ts";
import classes from "./VehicleFields.module.css";
import { type EditedVehicle, errorPathOf, vinDoubt } from "./vehicleForm.ts";

interface Props<V> {
  form: Pick<UseFormReturnType<V>, "getInputProps" | "errors">;
  vehicles: readonly EditedVehicle[];
  /** Which of the form's vehicles. */
  place: number;
  title: string;
  /** True: the fields that people know when they add a lead. */
  isShort?: boolean;
  /** Omitted: it can't be removed. */
  onRemove?: () => void;
}

const interests = vehicleInterests.map((value) => ({ value, label: texts.interests[value] }));
const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

/** The fields of one vehicle. A VIN that looks mistyped only warns, because others are real cars, too. */
export function VehicleFields<V>({ form, vehicles, place, title, isShort = false, onRemove }: Props<V>) {
  const id = useId();
  const vehicle = vehicles[place];
  if (!vehicle) return null;
  const input = (field: keyof LeadVehicle) => ({
    ...form.getInputProps(`vehicles.${place}.${field}`),
    error: form.errors[errorPathOf(vehicles, place, field)],
  });
  return (
    <section className={classes.vehicle} aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" mih="1.75rem">
        <Text id={id} fw={600}>
          {title}
        </Text>
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.removeOf(vehicleInWords(vehicle) || title)}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="sm">
        <NativeSelect label={texts.interest} data={interests} {...input("interest")} />
        <NativeSelect label={texts.status} data={statuses} {...input("status")} />
        <TextInput label={texts.year} inputMode="numeric" autoComplete="off" maxLength={4} {...input("year")} />
        <TextInput label={texts.make} autoComplete="off" maxLength={60} {...input("make")} />
        <TextInput label={texts.model} autoComplete="off" maxLength={80} {...input("model")} />
        {!isShort && <TextInput label={texts.trim} autoComplete="off" maxLength={80} {...input("trim")} />}
        <TextInput label={texts.stock} autoComplete="off" maxLength={40} {...input("stock")} />
        {!isShort && (
          <>
            <TextInput label={texts.price} autoComplete="off" maxLength={40} {...input("price")} />
            <TextInput label={texts.odometer} autoComplete="off" maxLength={40} {...input("odometer")} />
            <TextInput label={texts.color} autoComplete="off" maxLength={60} {...input("color")} />
          </>
        )}
      </SimpleGrid>
      <TextInput
        label={texts.vin}
        autoComplete="off"
        maxLength={17}
        description={vinDoubt(vehicle.vin)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...input("vin")}
      />
      {!isShort && (
        <Textarea label={texts.comments} autosize minRows={1} maxRows={5} maxLength={1000} {...input("comments")} />
      )}
    </section>
  );
}
