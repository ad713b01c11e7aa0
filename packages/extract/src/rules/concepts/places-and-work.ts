import { concept, type Concept } from './concept.js';

const JOB = /JobPosting/;
const WORK = /JobPosting|Person|Profile|Organization|Corporation|Occupation/;
const COOKED = /Recipe|HowTo/;
const EATEN = /Recipe|Menu|Food|Product/;
const SERVED = /Recipe|Restaurant|Food|Cafe|Bar|Bakery|Business|Menu|Hotel/;
const HOME = /Residence|House|Apartment|RealEstate|Accommodation|Product|Place|Lodging|Hotel|Home|Room|Suite/;
const LODGED = /Lodging|Hotel|Motel|Hostel|Resort|Bed|Accommodation|Apartment|House|Residence|Business|Place|RealEstate|Campground|Vacation/;
const HELD = /Event|Festival|Course|Trip/;
const DATED = /JobPosting|Event|Offer|Product|Course|Grant/;
/** What is read, watched or cooked stands nowhere. */
const LOCATED = /^(?!.*(?:Article|Posting\b|Report|Recipe|Movie|Book|Software|Video)).*$|JobPosting/;

/** Businesses, lodging, homes, jobs, events, people and recipes. */
export const PLACE_CONCEPTS: readonly Concept[] = [
  concept('address', 'address', {
    names:
      'address|full address|street address full|business address|venue address|postal address|hotel address|property address|office address|event address|location address|store address',
    labels: 'adresse|anschrift|direccion|indirizzo|endereco|morada|adres',
    paths: 'address|location.address|jobLocation.address|contentLocation.address|mainEntity.address', of: LOCATED }),
  concept('street', 'text', {
    names: 'street|street address|address line|address line 1|street name',
    labels: 'strasse|rue|calle|via|rua|straat|ulica',
    paths: 'address.streetAddress|location.address.streetAddress|jobLocation.address.streetAddress', of: LOCATED }),
  concept('city', 'text', {
    names: 'city|town|locality|address city|job city|event city|municipality',
    labels: 'stadt|ort|ville|ciudad|citta|cidade|stad|plaats|miasto|miejscowosc',
    paths: 'address.addressLocality|location.address.addressLocality|jobLocation.address.addressLocality', of: LOCATED }),
  concept('region', 'text', {
    names: 'state|region|province|address region|county|state code',
    labels: 'bundesland|departement|provincia|regione|estado|provincie|wojewodztwo',
    paths: 'address.addressRegion|location.address.addressRegion|jobLocation.address.addressRegion', of: LOCATED }),
  concept('postalCode', 'text', {
    names: 'postal code|zip|zip code|postcode|zipcode',
    labels: 'plz|postleitzahl|code postal|codigo postal|cap|cep|kod pocztowy',
    paths: 'address.postalCode|location.address.postalCode|jobLocation.address.postalCode', of: LOCATED }),
  concept('country', 'text', {
    names: 'country|address country|country code|country name|nation',
    labels: 'land|pays|pais|paese|kraj',
    paths:
      'address.addressCountry|location.address.addressCountry|jobLocation.address.addressCountry|applicantLocationRequirements', of: LOCATED }),
  concept('latitude', 'number', {
    names: 'latitude|lat|geo lat|gps latitude',
    paths: 'geo.latitude|location.geo.latitude|latitude|jobLocation.geo.latitude',
    meta: 'place:location:latitude|og:latitude', of: LOCATED }),
  concept('longitude', 'number', {
    names: 'longitude|lng|lon|long|geo lng|gps longitude',
    paths: 'geo.longitude|location.geo.longitude|longitude|jobLocation.geo.longitude',
    meta: 'place:location:longitude|og:longitude', of: LOCATED }),
  concept('neighborhood', 'text', {
    names: 'neighborhood|neighbourhood|district|area name',
    labels: 'stadtteil|quartier|barrio|quartiere|bairro|wijk|dzielnica', of: LOCATED }),
  concept('openingHours', 'text', {
    names: 'opening hours|hours|business hours|open hours|working hours|store hours|hours of operation|opening times',
    labels:
      'offnungszeiten|horaires|horaires d ouverture|horario|horarios|orari|orari di apertura|openingstijden|godziny otwarcia',
    paths: 'openingHours|openingHoursSpecification', of: LOCATED }),
  concept('cuisine', 'text', {
    names: 'cuisine|cuisines|cuisine type|recipe cuisine|serves cuisine',
    labels: 'kuche|cocina|cucina|cozinha|keuken|kuchnia',
    paths: 'servesCuisine|recipeCuisine', of: SERVED }),
  concept('amenities', 'text', {
    names:
      'amenities|facilities|services|hotel amenities|property amenities|popular facilities|services offered|hotel facilities',
    labels: 'ausstattung|annehmlichkeiten|equipements|servicios|servizi|comodidades|voorzieningen|udogodnienia',
    paths: 'amenityFeature', of: LODGED }),
  concept('hotelStars', 'number', {
    names: 'hotel stars|hotel class|hotel star rating|star class|official stars',
    paths: 'starRating.ratingValue|starRating', of: LODGED }),
  concept('checkIn', 'time', {
    names: 'check in|check in time|checkin|checkin time|arrival time',
    labels: 'anreise|arrivee|llegada|arrivo|entrada|inchecken|zameldowanie',
    paths: 'checkinTime', of: LODGED }),
  concept('checkOut', 'time', {
    names: 'check out|check out time|checkout|checkout time|departure time',
    labels: 'abreise|depart|salida|partenza|saida|uitchecken|wymeldowanie',
    paths: 'checkoutTime', of: LODGED }),
  concept('petsAllowed', 'flag', {
    names: 'pets allowed|pet friendly|pets|is pet friendly|are pets allowed|allows pets',
    labels: 'haustiere|animaux|mascotas|animali|animais|huisdieren|zwierzeta',
    paths: 'petsAllowed', of: LODGED }),
  concept('bedrooms', 'number', {
    names: 'bedrooms|beds|number of bedrooms|bedroom count|bed count|num bedrooms|number of beds',
    labels: 'schlafzimmer|chambres|dormitorios|habitaciones|camere da letto|quartos|slaapkamers|sypialnie',
    paths:
      'numberOfBedrooms|accommodationFloorPlan.numberOfBedrooms|mainEntity.numberOfBedrooms|about.numberOfBedrooms|itemOffered.numberOfBedrooms', of: HOME }),
  concept('bathrooms', 'number', {
    names: 'bathrooms|baths|number of bathrooms|bathroom count|bath count|num bathrooms|number of baths',
    labels: 'badezimmer|salles de bain|banos|bagni|banheiros|badkamers|lazienki',
    paths:
      'numberOfBathroomsTotal|accommodationFloorPlan.numberOfBathroomsTotal|numberOfFullBathrooms|mainEntity.numberOfBathroomsTotal', of: HOME }),
  concept('rooms', 'number', {
    names: 'rooms|number of rooms|room count|num rooms',
    labels: 'zimmer|anzahl zimmer|pieces|habitaciones|locali|kamers|pokoje|liczba pokoi',
    paths: 'numberOfRooms|accommodationFloorPlan.numberOfRooms|mainEntity.numberOfRooms', of: HOME }),
  concept('floorSize', 'number', {
    names:
      'square feet|sqft|square footage|living area|floor size|area|size sqft|floor area|living space|square meters|sq ft|interior area|home size|area sqft|surface area',
    labels: 'wohnflache|surface|superficie|superficie habitable|area util|woonoppervlakte|powierzchnia',
    paths:
      'floorSize.value|floorSize|accommodationFloorPlan.floorSize.value|mainEntity.floorSize.value|itemOffered.floorSize.value', of: HOME }),
  concept('lotSize', 'text', {
    names: 'lot size|lot area|land area|plot size|lot',
    labels: 'grundstucksflache|terreno|perceeloppervlakte',
    paths: 'lotSize.value', of: HOME }),
  concept('yearBuilt', 'number', {
    names: 'year built|built|construction year|built in|year of construction|build year',
    labels:
      'baujahr|annee de construction|ano de construccion|anno di costruzione|ano de construcao|bouwjaar|rok budowy',
    paths: 'yearBuilt|accommodationFloorPlan.yearBuilt|mainEntity.yearBuilt', of: HOME }),
  concept('company', 'text', {
    names:
      'company|company name|employer|hiring organization|employer name|organization|hiring company|organisation|works for|current company|workplace|organization name|affiliation',
    labels:
      'firma|unternehmen|arbeitgeber|entreprise|employeur|empresa|azienda|datore di lavoro|bedrijf|werkgever|pracodawca',
    paths: 'hiringOrganization|worksFor|affiliation', of: WORK }),
  concept('companyUrl', 'url', {
    names: 'company url|company website|employer website|company link|employer url|organization url',
    paths: 'hiringOrganization.url|hiringOrganization.sameAs|worksFor.url', of: WORK }),
  concept('jobTitle', 'text', {
    names: 'job title|position|role|occupation|profession|job name|job position|position title',
    labels: 'stelle|stellenbezeichnung|beruf|poste|puesto|cargo|posizione|ruolo|functie|stanowisko',
    paths: 'title|jobTitle|mainEntity.jobTitle|hasOccupation', of: WORK }),
  concept('location', 'text', {
    names:
      'location|job location|place|work location|event location|where|based in|office location|locations|property location',
    labels:
      'standort|arbeitsort|einsatzort|lieu|lieu de travail|ubicacion|lugar|luogo|sede|local|localizacao|locatie|lokalizacja|miejsce',
    paths: 'jobLocation|location|contentLocation|homeLocation|workLocation|address',
  }),
  concept('salary', 'text', {
    names: 'salary|base salary|pay|compensation|salary range|wage|remuneration|pay range|job salary|income',
    labels: 'gehalt|vergutung|lohn|salaire|remuneration|salario|sueldo|stipendio|retribuzione|salaris|wynagrodzenie',
    paths: 'baseSalary|estimatedSalary',
    of: JOB,
  }),
  concept('salaryMin', 'money', {
    names: 'salary min|min salary|minimum salary|salary from|salary low|lowest salary',
    paths: 'baseSalary.value.minValue|baseSalary.minValue|estimatedSalary.minValue',
    of: JOB,
  }),
  concept('salaryMax', 'money', {
    names: 'salary max|max salary|maximum salary|salary to|salary high|highest salary',
    paths: 'baseSalary.value.maxValue|baseSalary.maxValue|estimatedSalary.maxValue',
    of: JOB,
  }),
  concept('salaryUnit', 'term', {
    names: 'salary unit|salary period|pay period|salary interval|pay frequency',
    paths: 'baseSalary.value.unitText|baseSalary.unitText|estimatedSalary.unitText',
    of: JOB,
  }),
  concept('salaryCurrency', 'currency', {
    names: 'salary currency|pay currency',
    paths: 'baseSalary.currency|baseSalary.value.currency|salaryCurrency|estimatedSalary.currency',
    of: JOB,
  }),
  concept('employmentType', 'term', {
    names:
      'employment type|job type|contract type|work type|type of employment|schedule|position type|job types|employment',
    labels:
      'beschaftigungsart|anstellungsart|vertragsart|type de contrat|contrat|tipo de contrato|jornada|tipo di contratto|dienstverband|rodzaj umowy|wymiar pracy',
    paths: 'employmentType', of: WORK }),
  concept('datePosted', 'date', {
    names: 'date posted|posting date|job posted|listing date|date listed|posted date|job posted date|posted on',
    paths: 'datePosted|datePublished',
  }),
  concept('deadline', 'date', {
    names:
      'application deadline|deadline|valid through|closing date|apply by|expiry date|expires|expiration date|valid until|application closing date',
    labels: 'bewerbungsfrist|bewerbungsschluss|date limite|fecha limite|plazo|scadenza|prazo|sluitingsdatum|termin',
    paths: 'validThrough|offers.validThrough|offers.priceValidUntil', of: DATED }),
  concept('experience', 'text', {
    names:
      'experience|experience level|required experience|years of experience|seniority|seniority level|experience required|experience requirements',
    labels: 'berufserfahrung|experience requise|experiencia|esperienza|ervaring|doswiadczenie',
    paths: 'experienceRequirements', of: WORK }),
  concept('education', 'text', {
    names:
      'education|education level|degree|education requirements|qualification required|alma mater|university|school',
    labels: 'ausbildung|formation|educacion|formazione|opleiding|wyksztalcenie',
    paths: 'educationRequirements.credentialCategory|educationRequirements|alumniOf', of: WORK }),
  concept('skills', 'text', {
    names: 'skills|required skills|skill|technologies|key skills',
    labels: 'kenntnisse|fahigkeiten|competences|habilidades|competenze|vaardigheden|umiejetnosci',
    paths: 'skills|knowsAbout', of: WORK }),
  concept('requirements', 'text', {
    names: 'requirements|qualifications|job requirements|what you bring|who you are|minimum qualifications',
    labels: 'anforderungen|ihr profil|dein profil|profil|profil recherche|requisitos|requisiti|vereisten|wymagania',
    paths: 'qualifications', of: WORK }),
  concept('responsibilities', 'text', {
    names: 'responsibilities|duties|job responsibilities|tasks|what you will do|key responsibilities',
    labels: 'aufgaben|ihre aufgaben|deine aufgaben|missions|responsabilidades|funciones|mansioni|taken|obowiazki',
    paths: 'responsibilities', of: WORK }),
  concept('benefits', 'text', {
    names: 'benefits|perks|job benefits|what we offer',
    labels: 'wir bieten|benefizi|avantages|beneficios|vantaggi|voordelen|oferujemy|benefity',
    paths: 'jobBenefits|incentiveCompensation', of: WORK }),
  concept('industry', 'text', {
    names: 'industry|sector|business sector',
    labels: 'branche|secteur|sector|settore|setor|branza',
    paths: 'industry|occupationalCategory', of: WORK }),
  concept('remote', 'flag', {
    names:
      'remote|is remote|remote work|work from home|remote job|is remote job|home office|telecommute|remote allowed',
    paths: 'jobLocationType',
    of: JOB,
  }),
  concept('startDate', 'date', {
    names:
      'start date|event date|starts|start|start time|begin date|begins|starts at|event start|date start|event start date|start datetime|when|date and time|event time|event date time|date time',
    labels:
      'beginn|datum|termin|wann|date de debut|debut|fecha de inicio|inicio|data inizio|inizio|begindatum|data rozpoczecia|rozpoczecie',
    paths: 'startDate',
    meta: 'event:start_time|og:start_time',
    of: /Event|Course|Festival|Trip/,
  }),
  concept('endDate', 'date', {
    names: 'end date|ends|end|end time|finish date|ends at|event end|event end date',
    labels: 'ende|date de fin|fin|fecha de fin|data fine|fine|einddatum|data zakonczenia|zakonczenie',
    paths: 'endDate',
    meta: 'event:end_time',
    of: /Event|Course|Festival|Trip/,
  }),
  concept('doors', 'time', {
    names: 'doors|door time|doors open|doors time',
    labels: 'einlass|ouverture des portes',
    paths: 'doorTime', of: HELD }),
  concept('venue', 'text', {
    names: 'venue|venue name|event venue|location name|place name venue|hall|theater',
    labels: 'veranstaltungsort|spielort|salle|recinto|sala',
    paths: 'location.name|location',
    of: /Event|Festival|Trip/,
  }),
  concept('organizer', 'text', {
    names: 'organizer|organiser|hosted by|host|event organizer|organizer name|promoter',
    labels: 'veranstalter|organisateur|organizador|organizzatore|organisator|organizator',
    paths: 'organizer', of: HELD }),
  concept('eventStatus', 'term', { names: 'event status|status', paths: 'eventStatus', of: HELD }),
  concept('isOnline', 'flag', {
    names: 'is online|online event|is virtual|virtual|is online event|virtual event|online',
    paths: 'eventAttendanceMode', of: HELD }),
  concept('ingredients', 'text', {
    names: 'ingredients|ingredient list|recipe ingredients|ingredient',
    labels: 'zutaten|ingredientes|ingredienti|ingredienten|skladniki',
    paths: 'recipeIngredient|ingredients', of: COOKED }),
  concept('instructions', 'text', {
    names:
      'instructions|steps|directions|method|preparation|preparation steps|recipe instructions|cooking steps|how to make|recipe steps|cooking instructions',
    labels:
      'zubereitung|anleitung|preparacion|elaboracion|preparazione|procedimento|modo de preparo|preparo|bereiding|bereidingswijze|przygotowanie|sposob przygotowania|etapes',
    paths: 'recipeInstructions|step', of: COOKED }),
  concept('prepTime', 'duration', {
    names: 'prep time|preparation time|prep|prep minutes',
    labels:
      'vorbereitungszeit|arbeitszeit|temps de preparation|tiempo de preparacion|tempo di preparazione|tempo de preparo|voorbereidingstijd|czas przygotowania',
    paths: 'prepTime', of: COOKED }),
  concept('cookTime', 'duration', {
    names: 'cook time|cooking time|bake time|baking time|cook|cook minutes',
    labels:
      'kochzeit|backzeit|garzeit|koch backzeit|temps de cuisson|cuisson|tiempo de coccion|tempo di cottura|cottura|tempo de cozimento|kooktijd|baktijd|czas gotowania',
    paths: 'cookTime|performTime', of: COOKED }),
  concept('totalTime', 'duration', {
    names: 'total time|time|ready in|overall time|total cooking time|total minutes',
    labels: 'gesamtzeit|zeit|temps total|tiempo total|tempo totale|tempo total|totale tijd|czas calkowity',
    paths: 'totalTime', of: COOKED }),
  concept('duration', 'duration', {
    names: 'duration|runtime|running time|video length|video duration|course duration|length minutes|play time',
    labels: 'dauer|laufzeit|spieldauer|duree|duracion|durata|duracao|duur|czas trwania',
    paths: 'duration|timeRequired',
    meta: 'video:duration|music:duration|og:video:duration',
  }),
  concept('servings', 'text', {
    names: 'servings|yield|serves|recipe yield|portions|number of servings|makes|serving count',
    labels:
      'portionen|personen|pour|portions|porciones|raciones|comensales|porzioni|dosi per|porcoes|rendimento|personen|porcje|liczba porcji',
    paths: 'recipeYield|yield', of: COOKED }),
  concept('calories', 'number', {
    names: 'calories|kcal|energy|calorie count|calories per serving',
    labels: 'kalorien|brennwert|calorias|calorie|kalorie|energie|energia',
    paths: 'nutrition.calories', of: EATEN }),
  concept('protein', 'text', {
    names: 'protein|protein content',
    labels: 'eiweiss|proteines|proteinas|proteine|bialko',
    paths: 'nutrition.proteinContent', of: EATEN }),
  concept('fat', 'text', {
    names: 'fat|fat content|total fat',
    labels: 'fett|lipides|grasas|grassi|gorduras|vet|tluszcz',
    paths: 'nutrition.fatContent', of: EATEN }),
  concept('carbs', 'text', {
    names: 'carbs|carbohydrates|carbohydrate content|total carbohydrate',
    labels: 'kohlenhydrate|glucides|carbohidratos|carboidrati|koolhydraten|weglowodany',
    paths: 'nutrition.carbohydrateContent', of: EATEN }),
  concept('difficulty', 'text', {
    names: 'difficulty|difficulty level|skill level',
    labels:
      'schwierigkeit|schwierigkeitsgrad|difficulte|dificultad|difficolta|dificuldade|moeilijkheid|trudnosc|poziom trudnosci', of: COOKED }),
  concept('diet', 'term', { names: 'diet|diets|suitable for diet|dietary', paths: 'suitableForDiet', of: COOKED }),
  concept('birthDate', 'date', {
    names: 'birth date|date of birth|born|birthday',
    labels:
      'geboren|geburtsdatum|ne le|date de naissance|nacimiento|fecha de nacimiento|data di nascita|nato|nascimento|data de nascimento|geboortedatum|data urodzenia',
    paths: 'birthDate|mainEntity.birthDate',
  }),
  concept('birthPlace', 'text', {
    names: 'birth place|place of birth|birthplace',
    labels: 'geburtsort|lieu de naissance|lugar de nacimiento|luogo di nascita|miejsce urodzenia',
    paths: 'birthPlace',
  }),
  concept('nationality', 'text', {
    names: 'nationality|citizenship',
    labels: 'nationalitat|nationalite|nacionalidad|nazionalita|nacionalidade|nationaliteit|narodowosc',
    paths: 'nationality',
  }),
  concept('username', 'text', {
    names: 'username|user name|handle|screen name|login|nickname',
    paths: 'alternateName|mainEntity.alternateName|additionalName',
    meta: 'profile:username',
  }),
  concept('founded', 'date', {
    names: 'founded|founding date|established|year founded|foundation year|since',
    labels: 'gegrundet|grundungsjahr|fondee en|fundada|fundacion|fondata|fundado|opgericht|zalozona',
    paths: 'foundingDate',
  }),
  concept('founder', 'text', {
    names: 'founder|founders|founded by',
    labels: 'grunder|fondateur|fundador|fondatore|oprichter|zalozyciel',
    paths: 'founder|founders',
  }),
  concept('employees', 'text', {
    names: 'employees|number of employees|company size|employee count|team size|headcount',
    labels: 'mitarbeiter|mitarbeiterzahl|effectif|empleados|dipendenti|funcionarios|werknemers|pracownicy',
    paths: 'numberOfEmployees|hiringOrganization.numberOfEmployees',
  }),
  concept('agent', 'text', {
    names: 'agent|listing agent|agent name|realtor|broker|real estate agent|listed by',
    labels: 'makler|ansprechpartner|agent immobilier|agente|makelaar|posrednik',
    paths: 'agent|offers.offeredBy|offeredBy', of: HOME }),
];
