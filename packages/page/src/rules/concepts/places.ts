import { concept, type Concept } from './concept.js';

const SERVED = /Recipe|Restaurant|Food|Cafe|Bar|Bakery|Business|Menu|Hotel/;
const HOME = /Residence|House|Apartment|RealEstate|Accommodation|Product|Place|Lodging|Hotel|Home|Room|Suite/;
const LODGED =
  /Lodging|Hotel|Motel|Hostel|Resort|Bed|Accommodation|Apartment|House|Residence|Business|Place|RealEstate|Campground|Vacation/;
/** Texts, films and recipes have no place. */
const LOCATED = /^(?!.*(?:Article|Posting\b|Report|Recipe|Movie|Book|Software|Video)).*$|JobPosting/;

/** Addresses, businesses, lodging and homes. */
export const PLACE_CONCEPTS: readonly Concept[] = [
  concept('address', 'address', {
    names:
      'address|full address|street address full|business address|venue address|postal address|hotel address|property address|office address|event address|location address|store address',
    labels: 'adresse|anschrift|direccion|indirizzo|endereco|morada|adres',
    paths: 'address|location.address|jobLocation.address|contentLocation.address|mainEntity.address',
    of: LOCATED,
  }),
  concept('street', 'text', {
    names: 'street|street address|address line|address line 1|street name',
    labels: 'strasse|rue|calle|via|rua|straat|ulica',
    paths: 'address.streetAddress|location.address.streetAddress|jobLocation.address.streetAddress',
    of: LOCATED,
  }),
  concept('city', 'text', {
    names: 'city|town|locality|address city|job city|event city|municipality',
    labels: 'stadt|ort|ville|ciudad|citta|cidade|stad|plaats|miasto|miejscowosc',
    paths: 'address.addressLocality|location.address.addressLocality|jobLocation.address.addressLocality',
    of: LOCATED,
  }),
  concept('region', 'text', {
    names: 'state|region|province|address region|county|state code',
    labels: 'bundesland|departement|provincia|regione|estado|provincie|wojewodztwo',
    paths: 'address.addressRegion|location.address.addressRegion|jobLocation.address.addressRegion',
    of: LOCATED,
  }),
  concept('postalCode', 'text', {
    names: 'postal code|zip|zip code|postcode|zipcode',
    labels: 'plz|postleitzahl|code postal|codigo postal|cap|cep|kod pocztowy',
    paths: 'address.postalCode|location.address.postalCode|jobLocation.address.postalCode',
    of: LOCATED,
  }),
  concept('country', 'text', {
    names: 'country|address country|country code|country name|nation',
    labels: 'land|pays|pais|paese|kraj',
    paths:
      'address.addressCountry|location.address.addressCountry|jobLocation.address.addressCountry|applicantLocationRequirements',
    of: LOCATED,
  }),
  concept('latitude', 'number', {
    names: 'latitude|lat|geo lat|gps latitude',
    paths: 'geo.latitude|location.geo.latitude|latitude|jobLocation.geo.latitude',
    meta: 'place:location:latitude|og:latitude',
    of: LOCATED,
  }),
  concept('longitude', 'number', {
    names: 'longitude|lng|lon|long|geo lng|gps longitude',
    paths: 'geo.longitude|location.geo.longitude|longitude|jobLocation.geo.longitude',
    meta: 'place:location:longitude|og:longitude',
    of: LOCATED,
  }),
  concept('neighborhood', 'text', {
    names: 'neighborhood|neighbourhood|district|area name',
    labels: 'stadtteil|quartier|barrio|quartiere|bairro|wijk|dzielnica',
    of: LOCATED,
  }),
  concept('openingHours', 'text', {
    names: 'opening hours|hours|business hours|open hours|working hours|store hours|hours of operation|opening times',
    labels:
      'offnungszeiten|horaires|horaires d ouverture|horario|horarios|orari|orari di apertura|openingstijden|godziny otwarcia',
    paths: 'openingHours|openingHoursSpecification',
    of: LOCATED,
  }),
  concept('cuisine', 'text', {
    names: 'cuisine|cuisines|cuisine type|recipe cuisine|serves cuisine',
    labels: 'kuche|cocina|cucina|cozinha|keuken|kuchnia',
    paths: 'servesCuisine|recipeCuisine',
    of: SERVED,
  }),
  concept('amenities', 'text', {
    names:
      'amenities|facilities|services|hotel amenities|property amenities|popular facilities|services offered|hotel facilities',
    labels: 'ausstattung|annehmlichkeiten|equipements|servicios|servizi|comodidades|voorzieningen|udogodnienia',
    paths: 'amenityFeature',
    of: LODGED,
  }),
  concept('hotelStars', 'number', {
    names: 'hotel stars|hotel class|hotel star rating|star class|official stars',
    paths: 'starRating.ratingValue|starRating',
    of: LODGED,
  }),
  concept('checkIn', 'time', {
    names: 'check in|check in time|checkin|checkin time|arrival time',
    labels: 'anreise|arrivee|llegada|arrivo|entrada|inchecken|zameldowanie',
    paths: 'checkinTime',
    of: LODGED,
  }),
  concept('checkOut', 'time', {
    names: 'check out|check out time|checkout|checkout time|departure time',
    labels: 'abreise|depart|salida|partenza|saida|uitchecken|wymeldowanie',
    paths: 'checkoutTime',
    of: LODGED,
  }),
  concept('petsAllowed', 'flag', {
    names: 'pets allowed|pet friendly|pets|is pet friendly|are pets allowed|allows pets',
    labels: 'haustiere|animaux|mascotas|animali|animais|huisdieren|zwierzeta',
    paths: 'petsAllowed',
    of: LODGED,
  }),
  concept('bedrooms', 'number', {
    names: 'bedrooms|beds|number of bedrooms|bedroom count|bed count|num bedrooms|number of beds',
    labels: 'schlafzimmer|chambres|dormitorios|habitaciones|camere da letto|quartos|slaapkamers|sypialnie',
    paths:
      'numberOfBedrooms|accommodationFloorPlan.numberOfBedrooms|mainEntity.numberOfBedrooms|about.numberOfBedrooms|itemOffered.numberOfBedrooms',
    of: HOME,
  }),
  concept('bathrooms', 'number', {
    names: 'bathrooms|baths|number of bathrooms|bathroom count|bath count|num bathrooms|number of baths',
    labels: 'badezimmer|salles de bain|banos|bagni|banheiros|badkamers|lazienki',
    paths:
      'numberOfBathroomsTotal|accommodationFloorPlan.numberOfBathroomsTotal|numberOfFullBathrooms|mainEntity.numberOfBathroomsTotal',
    of: HOME,
  }),
  concept('rooms', 'number', {
    names: 'rooms|number of rooms|room count|num rooms',
    labels: 'zimmer|anzahl zimmer|pieces|habitaciones|locali|kamers|pokoje|liczba pokoi',
    paths: 'numberOfRooms|accommodationFloorPlan.numberOfRooms|mainEntity.numberOfRooms',
    of: HOME,
  }),
  concept('floorSize', 'number', {
    names:
      'square feet|sqft|square footage|living area|floor size|area|size sqft|floor area|living space|square meters|sq ft|interior area|home size|area sqft|surface area',
    labels: 'wohnflache|surface|superficie|superficie habitable|area util|woonoppervlakte|powierzchnia',
    paths:
      'floorSize.value|floorSize|accommodationFloorPlan.floorSize.value|mainEntity.floorSize.value|itemOffered.floorSize.value',
    of: HOME,
  }),
  concept('lotSize', 'text', {
    names: 'lot size|lot area|land area|plot size|lot',
    labels: 'grundstucksflache|terreno|perceeloppervlakte',
    paths: 'lotSize.value',
    of: HOME,
  }),
  concept('yearBuilt', 'number', {
    names: 'year built|built|construction year|built in|year of construction|build year',
    labels:
      'baujahr|annee de construction|ano de construccion|anno di costruzione|ano de construcao|bouwjaar|rok budowy',
    paths: 'yearBuilt|accommodationFloorPlan.yearBuilt|mainEntity.yearBuilt',
    of: HOME,
  }),
  concept('location', 'text', {
    names:
      'location|job location|place|work location|event location|where|based in|office location|locations|property location',
    labels:
      'standort|arbeitsort|einsatzort|lieu|lieu de travail|ubicacion|lugar|luogo|sede|local|localizacao|locatie|lokalizacja|miejsce',
    paths: 'jobLocation|location|contentLocation|homeLocation|workLocation|address',
  }),
  concept('agent', 'text', {
    names: 'agent|listing agent|agent name|realtor|broker|real estate agent|listed by',
    labels: 'makler|ansprechpartner|agent immobilier|agente|makelaar|posrednik',
    paths: 'agent|offers.offeredBy|offeredBy',
    of: HOME,
  }),
];
