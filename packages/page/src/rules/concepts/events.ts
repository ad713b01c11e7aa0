import { concept, type Concept } from './concept.js';

const COOKED = /Recipe|HowTo/;
const EATEN = /Recipe|Menu|Food|Product/;
const HELD = /Event|Festival|Course|Trip/;

/** Events and recipes. */
export const EVENT_CONCEPTS: readonly Concept[] = [
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
    paths: 'doorTime',
    of: HELD,
  }),
  concept('venue', 'text', {
    names: 'venue|venue name|event venue|location name|place name venue|hall|theater',
    labels: 'veranstaltungsort|spielort|salle|recinto|sala',
    paths: 'location.name|location',
    of: /Event|Festival|Trip/,
  }),
  concept('organizer', 'text', {
    names: 'organizer|organiser|hosted by|host|event organizer|organizer name|promoter',
    labels: 'veranstalter|organisateur|organizador|organizzatore|organisator|organizator',
    paths: 'organizer',
    of: HELD,
  }),
  concept('eventStatus', 'term', { names: 'event status|status', paths: 'eventStatus', of: HELD }),
  concept('isOnline', 'flag', {
    names: 'is online|online event|is virtual|virtual|is online event|virtual event|online',
    paths: 'eventAttendanceMode',
    of: HELD,
  }),
  concept('ingredients', 'text', {
    names: 'ingredients|ingredient list|recipe ingredients|ingredient',
    labels: 'zutaten|ingredientes|ingredienti|ingredienten|skladniki',
    paths: 'recipeIngredient|ingredients',
    of: COOKED,
  }),
  concept('instructions', 'text', {
    names:
      'instructions|steps|directions|method|preparation|preparation steps|recipe instructions|cooking steps|how to make|recipe steps|cooking instructions',
    labels:
      'zubereitung|anleitung|preparacion|elaboracion|preparazione|procedimento|modo de preparo|preparo|bereiding|bereidingswijze|przygotowanie|sposob przygotowania|etapes',
    paths: 'recipeInstructions|step',
    of: COOKED,
  }),
  concept('prepTime', 'duration', {
    names: 'prep time|preparation time|prep|prep minutes',
    labels:
      'vorbereitungszeit|arbeitszeit|temps de preparation|tiempo de preparacion|tempo di preparazione|tempo de preparo|voorbereidingstijd|czas przygotowania',
    paths: 'prepTime',
    of: COOKED,
  }),
  concept('cookTime', 'duration', {
    names: 'cook time|cooking time|bake time|baking time|cook|cook minutes',
    labels:
      'kochzeit|backzeit|garzeit|koch backzeit|temps de cuisson|cuisson|tiempo de coccion|tempo di cottura|cottura|tempo de cozimento|kooktijd|baktijd|czas gotowania',
    paths: 'cookTime|performTime',
    of: COOKED,
  }),
  concept('totalTime', 'duration', {
    names: 'total time|time|ready in|overall time|total cooking time|total minutes',
    labels: 'gesamtzeit|zeit|temps total|tiempo total|tempo totale|tempo total|totale tijd|czas calkowity',
    paths: 'totalTime',
    of: COOKED,
  }),
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
    paths: 'recipeYield|yield',
    of: COOKED,
  }),
  concept('calories', 'number', {
    names: 'calories|kcal|energy|calorie count|calories per serving',
    labels: 'kalorien|brennwert|calorias|calorie|kalorie|energie|energia',
    paths: 'nutrition.calories',
    of: EATEN,
  }),
  concept('servingSize', 'text', { names: 'serving size|portion size', paths: 'nutrition.servingSize', of: EATEN }),
  concept('protein', 'text', {
    names: 'protein|protein content',
    labels: 'eiweiss|proteines|proteinas|proteine|bialko',
    paths: 'nutrition.proteinContent',
    of: EATEN,
  }),
  concept('fat', 'text', {
    names: 'fat|fat content|total fat',
    labels: 'fett|lipides|grasas|grassi|gorduras|vet|tluszcz',
    paths: 'nutrition.fatContent',
    of: EATEN,
  }),
  concept('carbs', 'text', {
    names: 'carbs|carbohydrates|carbohydrate content|total carbohydrate',
    labels: 'kohlenhydrate|glucides|carbohidratos|carboidrati|koolhydraten|weglowodany',
    paths: 'nutrition.carbohydrateContent',
    of: EATEN,
  }),
  concept('difficulty', 'text', {
    names: 'difficulty|difficulty level|skill level',
    labels:
      'schwierigkeit|schwierigkeitsgrad|difficulte|dificultad|difficolta|dificuldade|moeilijkheid|trudnosc|poziom trudnosci',
    of: COOKED,
  }),
  concept('diet', 'term', { names: 'diet|diets|suitable for diet|dietary', paths: 'suitableForDiet', of: COOKED }),
  concept('birthDate', 'date', {
    names: 'birth date|date of birth|born|birthday',
    labels:
      'geboren|geburtsdatum|ne le|date de naissance|nacimiento|fecha de nacimiento|data di nascita|nato|nascimento|data de nascimento|geboortedatum|data urodzenia',
    paths: 'birthDate|mainEntity.birthDate',
  }),
];
