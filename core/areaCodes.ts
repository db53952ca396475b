/** The US area codes by state. One that is missing says nothing about where a phone is. */
const codes = {
  AL: "205 251 256 334 659 938",
  AK: "907",
  AS: "684",
  AZ: "480 520 602 623 928",
  AR: "327 479 501 870",
  CA:
    "209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 " +
    "818 820 831 837 840 858 909 916 925 949 951",
  CO: "303 719 720 748 970 983",
  CT: "203 475 860 959",
  DE: "302",
  DC: "202 771",
  FL: "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954",
  GA: "229 404 470 478 678 706 762 770 912 943",
  GU: "671",
  HI: "808",
  ID: "208 986",
  IL: "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872",
  IN: "219 260 317 463 574 765 812 930",
  IA: "319 515 563 641 712",
  KS: "316 620 785 913",
  KY: "270 364 502 606 859",
  LA: "225 318 337 457 504 985",
  ME: "207",
  MD: "227 240 301 410 443 667",
  MA: "339 351 413 508 617 774 781 857 978",
  MI: "231 248 269 313 517 586 616 679 734 810 906 947 989",
  MN: "218 320 507 612 651 763 924 952",
  MS: "228 471 601 662 769",
  MO: "235 314 417 557 573 636 660 816 975",
  MT: "406",
  NE: "308 402 531",
  NV: "702 725 775",
  NH: "603",
  NJ: "201 551 609 640 732 848 856 862 908 973",
  NM: "505 575",
  NY: "212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934",
  NC: "252 336 472 704 743 828 910 919 980 984",
  ND: "701",
  MP: "670",
  OH: "216 220 234 283 326 330 380 419 436 440 513 567 614 740 937",
  OK: "405 539 572 580 918",
  OR: "458 503 541 971",
  PA: "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878",
  PR: "787 939",
  RI: "401",
  SC: "803 821 839 843 854 864",
  SD: "605",
  TN: "423 615 629 729 731 865 901 931",
  TX: "210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979",
  VI: "340",
  UT: "385 435 801",
  VT: "802",
  VA: "276 434 540 571 686 703 757 804 826 948",
  WA: "206 253 360 425 509 564",
  WV: "304 681",
  WI: "262 274 353 414 534 608 715 920",
  WY: "307",
} as const;
export type CodedState = keyof typeof codes;

/** The state of each US area code. */
export const stateOfCode = new Map(
  (Object.entries(codes) as [CodedState, string][]).flatMap(([state, list]) =>
    list.split(" ").map((code) => [code, state] as const),
  ),
);

/** Every area code, for tests and for what lists them. */
export const areaCodes: readonly string[] = [...stateOfCode.keys()];

/**
 * The other countries that share +1, with their area codes. Source: the North American Numbering Plan Administration's area
 * code list; a test compares every code with libphonenumber's metadata.
 */
const countries = {
  CA: {
    name: "Canada",
    codes:
      "204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 474 506 514 " +
      "519 548 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942",
  },
  AI: { name: "Anguilla", codes: "264" },
  AG: { name: "Antigua and Barbuda", codes: "268" },
  BS: { name: "Bahamas", codes: "242" },
  BB: { name: "Barbados", codes: "246" },
  BM: { name: "Bermuda", codes: "441" },
  VG: { name: "British Virgin Islands", codes: "284" },
  KY: { name: "Cayman Islands", codes: "345" },
  DM: { name: "Dominica", codes: "767" },
  DO: { name: "Dominican Republic", codes: "809 829 849" },
  GD: { name: "Grenada", codes: "473" },
  JM: { name: "Jamaica", codes: "658 876" },
  MS: { name: "Montserrat", codes: "664" },
  KN: { name: "Saint Kitts and Nevis", codes: "869" },
  LC: { name: "Saint Lucia", codes: "758" },
  VC: { name: "Saint Vincent and the Grenadines", codes: "784" },
  SX: { name: "Sint Maarten", codes: "721" },
  TT: { name: "Trinidad and Tobago", codes: "868" },
  TC: { name: "Turks and Caicos Islands", codes: "649" },
} as const;

/** A country other than the US whose numbers begin with +1. */
export type OtherCountry = keyof typeof countries;
export const otherCountries = Object.keys(countries) as [OtherCountry, ...OtherCountry[]];
export const countryName = (country: OtherCountry): string => countries[country].name;

const countryOfCode = new Map<string, "US" | OtherCountry>([
  ...areaCodes.map((code) => [code, "US"] as const),
  ...otherCountries.flatMap((country) => countries[country].codes.split(" ").map((code) => [code, country] as const)),
]);

/** The country that an area code belongs to, where US stands for its territories too; undefined for codes of no place. */
export const countryOfAreaCode = (code: string): "US" | OtherCountry | undefined => countryOfCode.get(code);
