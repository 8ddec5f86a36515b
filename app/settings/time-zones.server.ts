const all = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
const cities =
  'Amsterdam Athens Berlin Bratislava Brussels Bucharest Budapest Copenhagen Dublin Helsinki Lisbon Ljubljana London Luxembourg Madrid Malta Oslo Paris Prague Riga Rome Sofia Stockholm Tallinn Vienna Vilnius Warsaw Zagreb Zurich';
const near = [
  'Asia/Nicosia',
  ...['Azores', 'Canary', 'Madeira', 'Reykjavik'].map((place) => `Atlantic/${place}`),
  ...cities.split(' ').map((city) => `Europe/${city}`),
];

/**
 * Returns IANA names, always including `chosen`. The near zones keep the page within its first-load budget: European
 * Union, EEA, Switzerland and the United Kingdom, where nearly all members live.
 */
export function listTimeZones(which: 'near' | 'all', chosen: string | null): string[] {
  const zones = which === 'all' ? all : near;
  return chosen && !zones.includes(chosen) ? [chosen, ...zones] : zones;
}
