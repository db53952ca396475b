import { expect, test } from "vitest";
import { densityOf, onDensityChange, setDensity } from "./density.ts";

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

test("tables are compact until a person chooses otherwise, for that person alone", () => {
  const storage = memory();
  let changes = 0;
  const stop = onDensityChange(() => {
    changes += 1;
  });
  expect(densityOf(storage, 7)).toBe("compact");
  setDensity(storage, 7, "comfortable");
  expect([densityOf(storage, 7), densityOf(storage, 8)]).toEqual(["comfortable", "compact"]);
  setDensity(storage, 7, "compact");
  expect(densityOf(storage, 7)).toBe("compact");
  expect(changes).toBe(2);
  stop();
});

test("what somebody else wrote there is as good as nothing", () => {
  const storage = memory();
  storage.setItem("comfortable", "tiny,77");
  expect(densityOf(storage, 7)).toBe("compact");
});
