import { concept, type Concept } from './concept.js';

const JOB = /JobPosting/;
const WORK = /JobPosting|Person|Profile|Organization|Corporation|Occupation/;
const DATED = /JobPosting|Event|Offer|Product|Course|Grant/;

/** Jobs, people and companies. */
export const WORK_CONCEPTS: readonly Concept[] = [
  concept('instructor', 'name', {
    names:
      'instructor|teacher|trainer|lecturer|tutor|course instructor|course leader|taught by|instructor name|teacher name',
    labels:
      'lehrer|lehrerin|dozent|dozentin|kursleitung|kursleiter|trainerin|formateur|formatrice|professeur|profesor|profesora|insegnante|docente|docent',
    paths: 'instructor|hasCourseInstance.instructor',
  }),
  concept('company', 'text', {
    names:
      'company|company name|employer|hiring organization|employer name|organization|hiring company|organisation|works for|current company|workplace|organization name|affiliation',
    labels:
      'firma|unternehmen|arbeitgeber|entreprise|employeur|empresa|azienda|datore di lavoro|bedrijf|werkgever|pracodawca',
    paths: 'hiringOrganization|worksFor|affiliation',
    of: WORK,
  }),
  concept('companyUrl', 'url', {
    names: 'company url|company website|employer website|company link|employer url|organization url',
    paths: 'hiringOrganization.url|hiringOrganization.sameAs|worksFor.url',
    of: WORK,
  }),
  concept('jobTitle', 'text', {
    names: 'job title|position|role|occupation|profession|job name|job position|position title',
    labels: 'stelle|stellenbezeichnung|beruf|poste|puesto|cargo|posizione|ruolo|functie|stanowisko',
    paths: 'title|jobTitle|mainEntity.jobTitle|hasOccupation',
    of: WORK,
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
    paths: 'employmentType',
    of: WORK,
  }),
  concept('datePosted', 'date', {
    names: 'date posted|posting date|job posted|listing date|date listed|posted date|job posted date|posted on',
    paths: 'datePosted|datePublished',
  }),
  concept('deadline', 'date', {
    names:
      'application deadline|deadline|valid through|closing date|apply by|expiry date|expires|expiration date|valid until|application closing date',
    labels: 'bewerbungsfrist|bewerbungsschluss|date limite|fecha limite|plazo|scadenza|prazo|sluitingsdatum|termin',
    paths: 'validThrough|offers.validThrough|offers.priceValidUntil',
    of: DATED,
  }),
  concept('experience', 'text', {
    names:
      'experience|experience level|required experience|years of experience|seniority|seniority level|experience required|experience requirements',
    labels: 'berufserfahrung|experience requise|experiencia|esperienza|ervaring|doswiadczenie',
    paths: 'experienceRequirements',
    of: WORK,
  }),
  concept('education', 'text', {
    names:
      'education|education level|degree|education requirements|qualification required|alma mater|university|school',
    labels: 'ausbildung|formation|educacion|formazione|opleiding|wyksztalcenie',
    paths: 'educationRequirements.credentialCategory|educationRequirements|alumniOf',
    of: WORK,
  }),
  concept('skills', 'text', {
    names: 'skills|required skills|skill|technologies|key skills',
    labels: 'kenntnisse|fahigkeiten|competences|habilidades|competenze|vaardigheden|umiejetnosci',
    paths: 'skills|knowsAbout',
    of: WORK,
  }),
  concept('requirements', 'text', {
    names: 'requirements|qualifications|job requirements|what you bring|who you are|minimum qualifications',
    labels: 'anforderungen|ihr profil|dein profil|profil|profil recherche|requisitos|requisiti|vereisten|wymagania',
    paths: 'qualifications',
    of: WORK,
  }),
  concept('responsibilities', 'text', {
    names: 'responsibilities|duties|job responsibilities|tasks|what you will do|key responsibilities',
    labels: 'aufgaben|ihre aufgaben|deine aufgaben|missions|responsabilidades|funciones|mansioni|taken|obowiazki',
    paths: 'responsibilities',
    of: WORK,
  }),
  concept('benefits', 'text', {
    names: 'benefits|perks|job benefits|what we offer',
    labels: 'wir bieten|benefizi|avantages|beneficios|vantaggi|voordelen|oferujemy|benefity',
    paths: 'jobBenefits|incentiveCompensation',
    of: WORK,
  }),
  concept('industry', 'text', {
    names: 'industry|sector|business sector',
    labels: 'branche|secteur|sector|settore|setor|branza',
    paths: 'industry|occupationalCategory',
    of: WORK,
  }),
  concept('remote', 'flag', {
    names:
      'remote|is remote|remote work|work from home|remote job|is remote job|home office|telecommute|remote allowed',
    paths: 'jobLocationType',
    of: JOB,
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
];
