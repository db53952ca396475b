/** Given and family names that go together, combined into sample customers. */
interface NameGroup {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const words = (text: string) => text.split(" ");

export const nameGroups: readonly NameGroup[] = [
  {
    first: words("Hannah Caleb Megan Tyler Rachel Grant Paige Wyatt Bethany Cole Lindsey Travis Heather Derek"),
    last: words("Sullivan Harper Whitaker Boone Fletcher O'Connor Lindgren Pruitt Hadley McKenna Vance Castle"),
  },
  {
    first: words("María José Guadalupe Rubén Ximena Héctor Daniela Ignacio Marisol Álvaro Lucía Esteban Paola Rafael"),
    last: words("Hernández Núñez Castillo Ochoa Villanueva Robles Peña Zamora Gutiérrez Salgado Cervantes Delgado"),
  },
  {
    first: words("Jasmine Malik Aaliyah Darnell Keisha Tyrone Imani Terrence Latoya Marcus Ebony Jamal Simone Andre"),
    last: words("Washington Booker Gaines Merriweather Coleman Tubbs Baptiste Rollins Hightower Dorsey Sykes Fields"),
  },
  {
    first: words("Mei Wei Xiuying Jian Lihua Hao Ting Kevin Grace Raymond Ying Feng Vivian Bo"),
    last: words("Chen Ng Liu Zhao Huang Kwok Lam Yip Tsai Fong Guo Ma"),
  },
  {
    first: words("Linh Minh Thảo Quang Ngọc Bảo Trang Duy Mai Khoa Hằng Tuấn"),
    last: words("Nguyễn Trần Phạm Đặng Bùi Võ Lê Hồ Dương Lý"),
  },
  {
    first: words("Priya Arjun Ananya Rohan Kavita Vikram Meera Sanjay Divya Amit Lakshmi Nikhil"),
    last: words("Patel Reddy Iyer Banerjee Kapoor Menon Chaudhary Srinivasan Joshi Gill Deshmukh Thomas"),
  },
  {
    first: words("Leila Omar Yasmin Karim Nadia Tariq Anahit Aram Shirin Hassan Salma Farid"),
    last: words("Haddad Rahimi Petrosyan Mansour Khalil Azizi Hakobyan Darwish Nasser Farahani"),
  },
  {
    first: words("Ji-woo Min-jun Soo-ah Daniel Eun-ji Brian Hana Kenji Yuki Aiko Takumi Emi"),
    last: words("Kim Park Choi Jung Tanaka Watanabe Mori Nakagawa Hwang Shin"),
  },
  {
    first: words("Maricel Jomar Althea Rodel Liezel Ernesto Leilani Keola Noelani Tavita Sione Malia"),
    last: ["De la Cruz", ...words("Bautista Magsaysay Pascual Kealoha Kamaka Tuiasosopo Fonoti Villareal Ramos")],
  },
  {
    first: words("Oksana Piotr Svetlana Dmitri Agnieszka Milan Ivana Bogdan Katarzyna Luka Nina Stefan"),
    last: words("Kowalczyk Petrenko Novak Volkov Horvat Ionescu Jankowski Marković Dvořák Sokolov"),
  },
];
