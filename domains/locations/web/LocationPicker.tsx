import { Modal, TextInput, UnstyledButton } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { Location } from "../contract.ts";
import { addressLine, locationsWith } from "../rules.ts";
import classes from "./LocationPicker.module.css";
import { locationTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  places: readonly Location[];
  /** The acting one. */
  current: number | null;
  onChoose: (place: Location) => void;
}

/** Finds one of many locations by its title or address. */
export function LocationPicker({ opened, onClose, places, current, onChoose }: Props) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (opened) setQuery("");
  }, [opened]);
  const found = locationsWith(query, places);
  const choose = (place: Location) => {
    onClose();
    onChoose(place);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.pickerTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first && query.trim() !== "") choose(first);
        }}
      >
        <TextInput
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          data-autofocus
        />
      </form>
      <ul className={classes.places}>
        {found.map((place) => (
          <li key={place.id}>
            <UnstyledButton
              className={classes.place}
              aria-current={place.id === current || undefined}
              onClick={() => choose(place)}
            >
              <span className={classes.names}>
                <span>{place.title}</span>
                <span className={classes.address}>{addressLine(place)}</span>
              </span>
              {place.id === current && <IconCheck size={16} aria-hidden />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <p className={classes.address} role="status">
        {found.length === 0 && texts.noMatch}
      </p>
    </Modal>
  );
}
