/** One of the sample dealership's locations, with where its customers live. */
export interface SampleLocation {
  readonly location: {
    readonly title: string;
    readonly address: string;
    readonly city: string;
    readonly state: string;
    readonly postal_code: string;
    readonly time_zone: string;
  };
  readonly number: string;
  /** The customers' area codes; their numbers are 555-0100 to 555-0199, which are reserved for fiction. */
  readonly areaCodes: readonly number[];
  readonly towns: readonly string[];
  /** The number of customers. */
  readonly customerCount: number;
}

/** The first one is the owner's default location. */
export const sampleLocations: readonly [SampleLocation, SampleLocation] = [
  {
    location: {
      title: "Downtown",
      address: "100 Main St",
      city: "San Bernardino",
      state: "CA",
      postal_code: "92401",
      time_zone: "America/Los_Angeles",
    },
    number: "+19095550100",
    areaCodes: [951, 626, 760, 714],
    towns: [
      "San Bernardino, CA 92405",
      "Riverside, CA 92501",
      "Redlands, CA 92373",
      "Fontana, CA 92335",
      "Rialto, CA 92376",
      "Corona, CA 92879",
      "Victorville, CA 92392",
      "Ontario, CA 91764",
    ],
    customerCount: 210,
  },
  {
    location: {
      title: "Front Range",
      address: "2200 Juniper Ave",
      city: "Denver",
      state: "CO",
      postal_code: "80205",
      time_zone: "America/Denver",
    },
    number: "+13035550100",
    areaCodes: [720, 970, 719],
    towns: [
      "Denver, CO 80210",
      "Aurora, CO 80012",
      "Lakewood, CO 80226",
      "Thornton, CO 80229",
      "Boulder, CO 80302",
      "Littleton, CO 80120",
    ],
    customerCount: 90,
  },
];

export const streets = [
  "Alder Ave",
  "Cottonwood Ln",
  "Larkspur Dr",
  "Mission Blvd",
  "Orchard St",
  "Palmetto Way",
  "Quail Run",
  "Ridgeline Rd",
  "Sycamore St",
  "Valencia Ct",
  "Windmill Ln",
  "Chaparral Dr",
  "Dogwood Cir",
  "Elm St",
  "Foothill Blvd",
  "Granite Pl",
];

/** Invented; most customers have none. */
export const companies = [
  "Brightside Bakery",
  "Canyon Roofing",
  "Delta Plumbing",
  "Evergreen Landscaping",
  "Four Corners Catering",
  "Garnet Body Shop",
  "Harvest Table Foods",
  "Ironwood Builders",
  "Juniper Dental",
  "Kite & Key Electric",
  "Lantern Books",
  "Mesa Courier",
  "Northstar Cleaning",
  "Old Mill Brewing",
  "Pine Street Realty",
];
