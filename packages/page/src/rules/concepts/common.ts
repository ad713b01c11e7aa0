import { concept, type Concept } from './concept.js';

/** What any page's main thing may have. */
export const COMMON_CONCEPTS: readonly Concept[] = [
  concept('name', 'name', {
    names:
      'name|title|headline|heading|page title|main title|product name|product title|item name|item title|article title|' +
      'event name|event title|recipe name|recipe title|business name|hotel name|property name|restaurant name|' +
      'place name|store name|shop name|listing title|post title|book title|movie title|video title|course name|' +
      'course title|song title|full name|person name|profile name|article headline|news title|display name|h1|dish name|' +
      'package name|project name|repo name|repository name|library name|app name|song|track name|channel name|podcast title',
    labels: 'titel|titre|nom|titulo|nombre|titolo|nome|naam|nazwa|tytul',
    paths: 'headline|title?JobPosting|name',
    meta: 'og:title|twitter:title|citation_title|dc.title|parsely-title',
  }),
  concept('description', 'long', {
    names:
      'description|summary|product description|short description|long description|full description|about|overview|synopsis|abstract|excerpt|intro|bio|' +
      'biography|job description|event description|meta description|teaser|subtitle|lead|item description|article summary|about the job|about me|standfirst|dek|details',
    labels:
      'beschreibung|produktbeschreibung|descripcion|descrizione|descricao|omschrijving|beschrijving|opis|resumen|riassunto|resume',
    paths: 'description|abstract',
    meta: 'og:description|description|twitter:description|dc.description',
  }),
  concept('image', 'image', {
    names:
      'image|main image|image url|picture|photo|thumbnail|product image|hero image|lead image|cover image|cover|' +
      'main picture|photo url|thumbnail url|featured image|poster|avatar|profile picture|profile image|main photo|primary image|top image|og image|illustration',
    paths: 'image|thumbnailUrl|photo|primaryImageOfPage',
    meta: 'og:image|og:image:secure_url|og:image:url|twitter:image|twitter:image:src',
  }),
  concept('images', 'image', {
    names: 'images|image urls|pictures|photos|gallery|product images|photo urls|thumbnails|screenshots',
    paths: 'image|photo',
    meta: 'og:image',
  }),
  concept('url', 'url', {
    names:
      'url|link|page url|canonical url|canonical|permalink|product url|article url|web address|href|product link|item url|page link|job url|event url|detail url|listing url|source url',
    paths: 'url',
    meta: 'og:url',
  }),
  concept('website', 'url', {
    names: 'website|homepage|site url|official website|web site|website url|official site',
    labels: 'webseite|internetseite|site web|sitio web|sito web|pagina web|strona internetowa|strona www',
    paths: 'url|sameAs',
    of: /Organization|Business|Person|Hotel|Lodging|Restaurant|Store|Place|Software/,
  }),
  concept('language', 'language', {
    names: 'language|lang|page language|content language|locale|article language',
    labels: 'sprache|langue|idioma|lingua|taal|jezyk',
    paths: 'inLanguage',
  }),
  concept('id', 'text', {
    names: 'id|identifier|item id|product id|listing id|article id|post id',
    paths: 'productID|identifier',
  }),
  concept('rating', 'rating', {
    names:
      'rating|average rating|rating value|score|review score|stars|star rating|customer rating|user rating|guest rating|' +
      'overall rating|review rating|aggregate rating|avg rating|product rating|guest score|rating score',
    labels: 'bewertung|note|nota|valoracion|calificacion|valutazione|voto|avaliacao|beoordeling|ocena',
    paths: 'aggregateRating.ratingValue|reviewRating.ratingValue',
  }),
  concept('bestRating', 'number', {
    names: 'best rating|max rating|rating scale|rating max|maximum rating',
    paths: 'aggregateRating.bestRating|reviewRating.bestRating',
  }),
  concept('worstRating', 'number', { names: 'worst rating|min rating', paths: 'aggregateRating.worstRating' }),
  concept('reviewCount', 'count', {
    names:
      'review count|reviews|number of reviews|reviews count|total reviews|num reviews|customer reviews|review number|review total|review quantity|guest reviews',
    labels:
      'bewertungen|rezensionen|avis|opiniones|resenas|recensioni|avaliacoes|beoordelingen|opinie|kundenbewertungen',
    paths: 'aggregateRating.reviewCount|aggregateRating.ratingCount|reviewCount',
  }),
  concept('ratingCount', 'count', {
    names:
      'rating count|ratings|number of ratings|ratings count|votes|vote count|total ratings|num ratings|number of votes',
    paths: 'aggregateRating.ratingCount|aggregateRating.reviewCount',
  }),
  concept('category', 'text', {
    names:
      'category|product category|section|department|genre|type|topic|article section|main category|item category|business category|kind|course|meal type|dish type|rubric|subcategory|news section',
    labels: 'kategorie|categorie|categoria|rubrik|rubrique|seccion|sezione|genero|genere|rubriek|kategoria|dzial',
    paths: 'articleSection|recipeCategory|category|genre|applicationCategory',
    meta: 'article:section|product:category|parsely-section|book:genre',
  }),
  concept('propertyType', 'text', {
    names: 'property type|home type|house type|building type|dwelling type|accommodation type',
    labels:
      'immobilientyp|objektart|haustyp|type de bien|tipo de inmueble|tipologia|tipo de imovel|soort woning|rodzaj nieruchomosci',
    paths: 'accommodationCategory',
  }),
  concept('categories', 'text', {
    names: 'categories|sections|genres|topics|departments|subjects',
    paths: 'articleSection|recipeCategory|category|genre',
  }),
  concept('breadcrumbs', 'text', {
    names: 'breadcrumb|breadcrumbs|breadcrumb trail|category path|navigation path|breadcrumb list|category hierarchy',
  }),
  concept('tags', 'text', {
    names: 'tags|keywords|labels|hashtags|article tags|tag list|tag|keyword',
    labels:
      'schlagworte|stichworte|mots cles|etiquetas|palabras clave|parole chiave|palavras chave|trefwoorden|tagi|slowa kluczowe',
    paths: 'keywords',
    meta: 'news_keywords|keywords|parsely-tags|sailthru.tags',
  }),
  concept('email', 'email', {
    names:
      'email|e mail|email address|contact email|mail|e mail address|author email|support email|agent email|business email',
    labels:
      'e mail adresse|adresse e mail|courriel|correo electronico|correo|posta elettronica|indirizzo email|e mailadres|adres e mail',
    paths: 'email|contactPoint.email|address.email',
  }),
  concept('emails', 'email', { names: 'emails|email addresses|contact emails', paths: 'email|contactPoint.email' }),
  concept('phone', 'phone', {
    names:
      'phone|telephone|phone number|telephone number|contact phone|tel|mobile|call|contact number|business phone|mobile number|agent phone',
    labels:
      'telefon|telefonnummer|rufnummer|telephone|tel|telefono|numero de telefono|telefone|telefoon|telefoonnummer|numer telefonu|handy',
    paths: 'telephone|contactPoint.telephone|location.telephone|address.telephone',
  }),
  concept('phones', 'phone', { names: 'phones|phone numbers', paths: 'telephone|contactPoint.telephone' }),
  concept('socialLinks', 'url', {
    names: 'social links|social media|social profiles|social media links|same as|social urls|socials',
    paths: 'sameAs',
  }),
  concept('logo', 'image', {
    names: 'logo|logo url|publisher logo|company logo|brand logo',
    paths: 'logo|publisher.logo|hiringOrganization.logo|brand.logo',
    meta: 'og:logo',
  }),
  concept('video', 'url', {
    names: 'video|video url|trailer|embed url',
    paths: 'contentUrl|embedUrl|video.contentUrl|video.embedUrl|trailer.embedUrl',
    meta: 'og:video|og:video:url|og:video:secure_url',
  }),
];
