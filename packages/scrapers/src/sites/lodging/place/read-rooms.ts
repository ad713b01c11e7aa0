import { defined, isObject, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, textOf, type Json } from '../../../shared/json-values.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { bedsOf } from '../beds.js';
import type { Room } from './place.js';
import type { OfferedRoom } from './read-offers.js';

const UNITS: ReadonlyMap<string | undefined, string> = new Map([
  ['SQUARE_METER', 'm²'],
  ['SQUARE_FEET', 'ft²'],
  ['SQUARE_FOOT', 'ft²'],
]);

/** Rooms of one property that are read. */
export const MAX_ROOMS = 500;

const titlesOf = (store: ApolloStore, property: Json): ReadonlyMap<number, string> => {
  const titles = new Map<number, string>();
  for (const group of store.called(property, 'accommodationHighlights').flatMap(itemsOf)) {
    for (const entity of itemsOf(store.at(group, 'entities')).map((one) => store.resolve(one))) {
      // The same number has different meanings for the property and for a room.
      const [id, title] = [amountOf(at(entity, 'id')), textOf(at(entity, 'title'))];
      if (at(entity, 'level') === 'room' && id !== undefined && title !== undefined) titles.set(id, title);
    }
  }
  return titles;
};

const facilitiesOf = (store: ApolloStore, card: Json, titles: ReadonlyMap<number, string>): string[] => {
  const highlights = itemsOf(at(card, 'highlights')).map((one) => store.resolve(one));
  const ids = [
    ...highlights.filter((one) => at(one, '__typename') === 'RTRoomFacilityHighlight').map((one) => at(one, 'id')),
    ...itemsOf(at(card, 'facilities')),
  ];
  const named = ids.map((id) => (typeof id === 'number' ? titles.get(id) : undefined));
  return [...new Set(named.filter((title) => title !== undefined))];
};

interface Card {
  readonly id: string | undefined;
  readonly room: Room;
}

const readCard = (
  store: ApolloStore,
  card: Json,
  unit: string | undefined,
  titles: ReadonlyMap<number, string>,
): Card | undefined => {
  const name = textOf(at(card, 'name'));
  if (name === undefined) return undefined;
  const id = amountOf(at(card, 'roomId'));
  const apartment = itemsOf(at(card, 'apartmentRooms')).flatMap((room) =>
    bedsOf([room]).map((bed) => defined<JsonObject>({ room: textOf(at(room, 'name')), ...bed })),
  );
  const beds = [...bedsOf(at(card, 'bedConfigurations')), ...apartment];
  const facilities = facilitiesOf(store, card, titles);
  const size = amountOf(at(card, 'roomSize'));
  return {
    id: id === undefined ? undefined : String(id),
    room: defined({
      name,
      description: textOf(at(card, 'description')),
      beds: beds.length > 0 ? beds : undefined,
      facilities: facilities.length > 0 ? facilities : undefined,
      size: size === undefined || unit === undefined ? undefined : `${size} ${unit}`,
      maxOccupancy: amountOf(at(card, 'occupancy', 'maxPersons')),
    }),
  };
};

/** The cards of rooms that a page carries, with dates or without. */
const readCards = (store: ApolloStore, property: Json): Card[] => {
  const [table] = store.called(store.root, 'roomTable').filter(isObject);
  const unit = UNITS.get(textOf(at(table, 'areaMeasurementUnit')));
  const titles = titlesOf(store, property);
  return itemsOf(at(table, 'roomCards'))
    .slice(0, MAX_ROOMS)
    .map((card) => readCard(store, store.resolve(card), unit, titles))
    .filter((card) => card !== undefined);
};

const offered = ({ name, beds, facilities, offers }: OfferedRoom, room: Room = {}): Room => ({
  ...defined<Room>({
    name,
    beds: beds.length > 0 ? beds.map((text) => ({ text })) : undefined,
    facilities: facilities.length > 0 ? facilities : undefined,
  }),
  ...room,
  ...(facilities.length > 0 ? { facilities } : {}),
  variants: offers.map(({ variant }) => variant),
});

/** Rooms with their offers for the stay; rooms with a card but without offers have no variants. */
export const readRooms = (store: ApolloStore | undefined, property: Json, offers: readonly OfferedRoom[]): Room[] => {
  const cards = store ? readCards(store, property) : [];
  const rooms = offers.slice(0, MAX_ROOMS).map((one) => {
    const card = cards.find(({ id, room }) => (id !== undefined && id === one.id) || room.name === one.name);
    return { card, room: offered(one, card?.room) };
  });
  const used = new Set(rooms.map(({ card }) => card));
  return [...rooms.map(({ room }) => room), ...cards.filter((card) => !used.has(card)).map(({ room }) => room)];
};
