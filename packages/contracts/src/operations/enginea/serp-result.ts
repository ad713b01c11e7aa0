import { z } from 'zod';
import {
  answer,
  anything,
  block,
  int,
  listOf,
  number,
  numbers,
  pagination,
  string,
  strings,
  texts,
} from '../answer.js';
import { shoppingItem } from './shopping-result.js';

const sitelink = block(strings('title', 'link', 'snippet'));

export const imageItem = block({
  position: int,
  ...strings('title', 'link', 'source', 'thumbnail', 'original'),
  ...numbers('originalWidth', 'originalHeight'),
});

const organic = block({
  position: z.int(),
  title: z.string(),
  link: z.string(),
  ...strings('displayedLink', 'source', 'snippet', 'date'),
  // This spelling is part of the contract.
  snippetHighlitedWords: texts,
  sitelinks: block({ inline: listOf(sitelink), list: listOf(sitelink) }).optional(),
  images: texts,
  richSnippet: block({
    top: block({
      extensions: texts,
      detectedExtensions: block({ rating: number, reviews: int }).optional(),
    }).optional(),
  }).optional(),
});

const place = block({
  position: int,
  ...strings('title', 'reviewsOriginal', 'address', 'hours', 'placeId', 'description'),
  rating: number,
  reviews: int,
});

const question = block({
  ...strings('question', 'title', 'link', 'displayedLink', 'snippet', 'date'),
  list: texts,
  table: listOf(z.array(z.string())),
});

const news = block({ position: int, ...strings('title', 'link', 'source', 'date', 'snippet', 'thumbnail') });

const aiOverview = block({
  textBlocks: listOf(z.looseObject({ type: string, snippet: string })),
  references: listOf(block({ index: int, ...strings('link', 'title', 'snippet', 'source') })),
});

const ad = block({
  position: int,
  ...strings('blockPosition', 'title', 'link', 'displayedLink', 'source', 'description'),
  sitelinks: listOf(sitelink),
});

export const serpResult = answer({
  searchInformation: block({ totalResults: string, timeTaken: number }).optional(),
  organicResults: z.array(organic),
  localResults: block({ places: listOf(place), moreLocationsLink: string }).optional(),
  relatedSearches: listOf(block(strings('query', 'link'))),
  relatedQuestions: listOf(question),
  knowledgeGraph: block(strings('title', 'type', 'description', 'website')).optional(),
  perspectives: listOf(
    block({
      index: int,
      ...strings('author', 'source', 'duration', 'thumbnail', 'title', 'link', 'date', 'snippet'),
      extensions: texts,
    }),
  ),
  immersiveProducts: listOf(
    block({
      position: int,
      ...strings('category', 'title', 'productId', 'productLink', 'price', 'source', 'delivery', 'thumbnail'),
      extractedPrice: number,
      reviews: int,
      rating: number,
      extensions: texts,
    }),
  ),
  answerBox: block({
    ...strings('type', 'title', 'link', 'displayedLink', 'snippet', 'answer'),
    list: texts,
  }).optional(),
  aiOverview: aiOverview.optional(),
  topStories: listOf(news),
  newsResults: listOf(news),
  inlineVideos: listOf(
    block({ position: int, ...strings('title', 'link', 'thumbnail', 'channel', 'duration', 'platform', 'date') }),
  ),
  imagesResults: listOf(imageItem),
  inlineImages: listOf(block(strings('link', 'source', 'title', 'thumbnail', 'original'))),
  /** With tbm=shop. */
  shoppingResults: listOf(shoppingItem),
  inlineShoppingResults: listOf(shoppingItem),
  recipesResults: listOf(
    block({
      ...strings('title', 'link', 'source', 'totalTime', 'thumbnail'),
      ingredients: texts,
      ...numbers('rating', 'reviews'),
    }),
  ),
  discussionsAndForums: listOf(
    block({ ...strings('title', 'link', 'source', 'date'), extensions: texts, answers: anything }),
  ),
  adResults: listOf(ad),
  localAds: anything,
  filters: anything,
  appliedLocation: anything,
  pagination,
});
