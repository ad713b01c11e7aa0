import { concept, type Concept } from './concept.js';

/** Offers have no author and were not published, whatever the page's meta tags say. */
const NOT_OFFERED =
  /^(?!.*(?:Product|Offer|Hotel|Lodging|Event|Business|Restaurant|Residence|RealEstate|House|Apartment|Accommodation|Store|Vehicle|JobPosting)).*$/;

const NOT_FOR_SALE = /^(?!.*(?:Product|Offer|Hotel|Lodging|Event|Business|Restaurant|Store|Vehicle)).*$/;

/** Articles, posts, books, media, software and their documentation. */
const BOUND = /Book|Product|Publication|Album/;
const SHOWN = /Movie|TV|Video|Episode|Series|Film|Play|Clip/;

export const ARTICLE_CONCEPTS: readonly Concept[] = [
  concept('author', 'text', {
    names:
      'author|author name|byline|written by|writer|authors|journalist|by|reporter|posted by|contributor|creator|reviewer|uploader|article author|recipe author|published by author|author names|maintainer',
    labels: 'autor|autorin|auteur|autore|autora|autorzy|verfasser|redaktion|escrito por|scritto da',
    paths: 'author|creator',
    meta: 'author|article:author_name|citation_author|parsely-author|dc.creator|dcterms.creator|sailthru.author|byl|article:author|book:author',
    of: NOT_OFFERED,
  }),
  concept('authorUrl', 'url', { names: 'author url|author link|author profile|author page', paths: 'author.url' }),
  concept('published', 'date', {
    names:
      'date published|published|publish date|publication date|published date|date|published at|release date|posted date|pub date|' +
      'posted on|published time|published on|article date|post date|publishing date|created at|date created|upload date|uploaded|created|release|posted at|datetime|publication time|date posted|posted|launch date|released',
    labels:
      'datum|veroffentlicht|veroffentlicht am|erschienen|erscheinungsdatum|publie le|date de publication|date de parution|publicado|fecha|fecha de publicacion|pubblicato|pubblicato il|data di pubblicazione|data|publicado em|data de publicacao|gepubliceerd|gepubliceerd op|opublikowano|data publikacji|stand',
    paths: 'datePublished|datePosted|uploadDate|dateCreated|releaseDate',
    meta: 'article:published_time|og:article:published_time|citation_publication_date|citation_date|parsely-pub-date|datepublished|pubdate|publish-date|publication_date|dc.date.issued|dc.date|dcterms.created|dcterms.date|sailthru.date|date|itemprop:datepublished|og:pubdate|og:published_time|book:release_date|video:release_date|music:release_date',
    of: NOT_FOR_SALE,
  }),
  concept('modified', 'date', {
    names:
      'date modified|modified|updated|last updated|update date|modified date|updated at|last modified|date updated|updated date|modified time|updated on|last update|updated time|revision date|last edited|modification date',
    labels:
      'aktualisiert|zuletzt aktualisiert|letzte aktualisierung|geandert|mis a jour|mis a jour le|derniere mise a jour|actualizado|ultima actualizacion|aggiornato|ultimo aggiornamento|atualizado|atualizado em|bijgewerkt|laatst bijgewerkt|zaktualizowano|aktualizacja|ostatnia aktualizacja',
    paths: 'dateModified',
    meta: 'article:modified_time|og:updated_time|og:article:modified_time|dcterms.modified|dc.date.modified|last-modified|datemodified|itemprop:datemodified|lastmod',
  }),
  concept('publisher', 'text', {
    names:
      'publisher|publisher name|publication|news source|source|journal|newspaper|outlet|publishing house|magazine|imprint|source name|news outlet',
    labels:
      'verlag|herausgeber|editeur|editorial|editore|casa editrice|editora|uitgever|wydawca|wydawnictwo|quelle|fuente|fonte',
    paths: 'publisher|sourceOrganization',
    of: NOT_OFFERED,
    meta: 'citation_publisher|citation_journal_title|dc.publisher|dcterms.publisher|og:site_name',
  }),
  concept('siteName', 'text', {
    names: 'site name|website name|site|site title',
    meta: 'og:site_name|application-name',
    paths: 'isPartOf.name?WebSite',
  }),
  concept('body', 'long', {
    names:
      'body|content|article body|text|full text|main text|article text|article content|main content|post content|body text',
    paths: 'articleBody|text|reviewBody|description?Review',
  }),
  concept('wordCount', 'count', { names: 'word count|words|number of words', paths: 'wordCount' }),
  concept('readingTime', 'duration', {
    names: 'reading time|read time|estimated reading time|minutes to read',
    labels: 'lesezeit|temps de lecture|tiempo de lectura|tempo di lettura|leestijd|czas czytania',
    paths: 'timeRequired',
  }),
  concept('commentCount', 'count', {
    names: 'comment count|comments|number of comments|comments count|total comments|num comments',
    labels: 'kommentare|commentaires|comentarios|commenti|reacties|komentarze',
    paths: 'commentCount|interactionStatistic.userInteractionCount?Comment',
  }),
  concept('likes', 'count', {
    names: 'likes|like count|number of likes|upvotes|claps|reactions',
    paths: 'interactionStatistic.userInteractionCount?Like|upvoteCount',
  }),
  concept('shares', 'count', { names: 'shares|share count', paths: 'interactionStatistic.userInteractionCount?Share' }),
  concept('views', 'count', {
    names: 'views|view count|number of views|watch count|plays',
    labels: 'aufrufe|vues|visualizaciones|vistas|visualizzazioni|visualizacoes|weergaven|wyswietlenia|odslony',
    paths:
      'interactionStatistic.userInteractionCount?Watch|interactionStatistic.userInteractionCount?View|interactionCount',
  }),
  concept('followers', 'count', {
    names: 'followers|follower count|number of followers|subscribers|subscriber count|followers count',
    labels: 'abonnenten|abonnes|seguidores|seguaci|iscritti|volgers|obserwujacy',
    paths:
      'interactionStatistic.userInteractionCount?Follow|interactionStatistic.userInteractionCount?Subscribe|mainEntity.interactionStatistic.userInteractionCount?Follow',
  }),
  concept('following', 'count', {
    names: 'following|following count',
    paths: 'agentInteractionStatistic.userInteractionCount?Follow',
  }),
  concept('paywalled', 'flag', { names: 'paywalled|is paywalled|paywall|is premium|premium|subscriber only' }),
  concept('isFree', 'flag', {
    names: 'is free|free|is accessible for free|accessible for free|free access|free entry|is free event',
    paths: 'isAccessibleForFree|isFree',
  }),
  concept('isbn', 'text', {
    names: 'isbn|isbn13|isbn 13|isbn10',
    paths: 'isbn|workExample.isbn',
    meta: 'citation_isbn|book:isbn',
    of: BOUND,
  }),
  concept('doi', 'text', { names: 'doi', meta: 'citation_doi|dc.identifier.doi|prism.doi' }),
  concept('pages', 'count', {
    names: 'pages|page count|number of pages|num pages',
    labels:
      'seiten|seitenzahl|nombre de pages|paginas|numero de paginas|pagine|numero di pagine|liczba stron|aantal pagina s',
    paths: 'numberOfPages',
    of: BOUND,
  }),
  concept('edition', 'text', {
    names: 'edition|book edition',
    labels: 'auflage|edicion|edizione|edicao|wydanie',
    paths: 'bookEdition',
    of: BOUND,
  }),
  concept('format', 'term', {
    names: 'format|book format|binding',
    labels: 'einband|reliure|encuadernacion|formato|oprawa',
    paths: 'bookFormat',
    of: BOUND,
  }),
  concept('director', 'text', {
    names: 'director|directed by|directors',
    labels: 'regie|regisseur|realisateur|regista|diretor|rezyser|dirigida por',
    paths: 'director',
    of: SHOWN,
  }),
  concept('actors', 'text', {
    names: 'actors|cast|starring|actor|stars cast',
    labels: 'besetzung|darsteller|acteurs|reparto|attori|elenco|obsada',
    paths: 'actor|actors',
    of: SHOWN,
  }),
  concept('artist', 'text', {
    names: 'artist|band|singer|performer|performers|musician|speaker|speakers|lineup|artists|headliner',
    labels: 'kunstler|artiste|artista|artysta|wykonawca',
    paths: 'byArtist|performer|performers',
  }),
  concept('album', 'text', { names: 'album|album name', paths: 'inAlbum' }),
  concept('contentRating', 'text', {
    names: 'content rating|age rating|mpaa rating|parental rating',
    labels: 'fsk|altersfreigabe',
    paths: 'contentRating',
    of: SHOWN,
  }),
  concept('version', 'text', {
    names:
      'version|latest version|current version|software version|release version|app version|doc version|docs version|documentation version|version number',
    labels: 'versione|versao|wersja|versie',
    paths: 'softwareVersion|version',
    meta: 'docsearch:version|doc:version|version|readthedocs-version-slug',
  }),
  concept('license', 'text', {
    names: 'license|licence|license name|software license|license type',
    labels: 'lizenz|licencia|licenza|licenca|licentie|licencja',
    paths: 'license',
    meta: 'dcterms.license',
  }),
  concept('repository', 'url', {
    names:
      'repository|repo|repository url|source code|github|github url|code repository|source repository|github link|repo url',
    paths: 'codeRepository',
  }),
  concept('programmingLanguage', 'text', {
    names: 'programming language|code language|main language|language used',
    paths: 'programmingLanguage',
  }),
  concept('operatingSystem', 'text', {
    names: 'operating system|os|platform|platforms|supported platforms|compatibility',
    labels: 'betriebssystem|systeme d exploitation|sistema operativo',
    paths: 'operatingSystem',
  }),
  concept('downloads', 'count', {
    names: 'downloads|download count|installs|number of downloads|weekly downloads|total downloads',
    labels: 'telechargements|descargas|pobrania',
    paths: 'interactionStatistic.userInteractionCount?Download|interactionStatistic.userInteractionCount?Install',
  }),
  concept('repoStars', 'count', {
    names: 'github stars|repo stars|star count|stargazers|stars count|number of stars|repository stars',
    labels: 'stars|star',
  }),
  concept('forks', 'count', { names: 'forks|fork count|number of forks' }),
  concept('questions', 'text', { names: 'questions|faq questions|faqs|faq' }),
  concept('question', 'text', { names: 'question|question text|faq question', paths: 'name?Question|text?Question' }),
  concept('answer', 'long', {
    names: 'answer|answer text|accepted answer|faq answer',
    paths: 'acceptedAnswer.text|suggestedAnswer.text',
  }),
  concept('headings', 'text', {
    names:
      'headings|subheadings|section headings|section titles|sections headings|table of contents|toc|h2|h2 headings|subtitles headings',
  }),
  concept('links', 'url', { names: 'links|all links|urls|hyperlinks|outgoing links|page links' }),
];
